(* The convergence theorems, composed: runs are inductive relations, the bounds are proved for every run.
   T1, T2, T4, T5, T6, T8 and T11 in any real inner-product space: any dimension, any data, any order. *)

Require Import Reals Lra List.
Require Import InnerProduct.
Import ListNotations.
Open Scope R_scope.

Section Space.
Variable S : space.

(* T1 and T2: any start w0, any rate eta *)
Section Novikoff.
  Variable data : R -> S -> Prop.  (* the labelled examples: any set whatsoever *)
  Variables (u : S) (gamma radius_ eta : R) (w0 : S).
  Hypothesis label : forall y x, data y x -> y * y = 1.
  Hypothesis margin : forall y x, data y x -> gamma <= y * ip u x.
  Hypothesis radius : forall y x, data y x -> ip x x <= radius_ * radius_.
  Hypothesis positive_gamma : 0 < gamma.
  Hypothesis positive_rate : 0 < eta.

  Inductive run : nat -> S -> Prop :=
  | run_start : run 0 w0
  | run_update : forall k w y x,
      run k w -> data y x -> y * ip w x <= 0 -> run (Datatypes.S k) (vadd w (vscal (eta * y) x)).

  Lemma progress : forall k w, run k w -> ip w0 u + INR k * (eta * gamma) <= ip w u.
  Proof.
    intros k w H; induction H as [| k w y x H IH example mistake].
    - simpl; lra.
    - rewrite S_INR. expand. rewrite (ip_sym x u).
      pose proof (Rmult_le_compat_l eta _ _ ltac:(lra) (margin _ _ example)). lra.
  Qed.

  Lemma growth : forall k w, run k w -> ip w w <= ip w0 w0 + INR k * (eta * eta * (radius_ * radius_)).
  Proof.
    intros k w H; induction H as [| k w y x H IH example mistake].
    - simpl; lra.
    - rewrite S_INR. expand. rewrite (ip_sym x w).
      assert (square : eta * y * (eta * y * ip x x) = eta * eta * ip x x).
      { replace (eta * y * (eta * y * ip x x)) with (eta * eta * (y * y) * ip x x) by ring.
        rewrite (label _ _ example). ring. }
      pose proof (Rmult_le_compat_l (eta * eta) _ _ (Rle_0_sqr eta) (radius _ _ example)).
      assert (0 <= eta * - (y * ip w x)) by nonneg.
      lra.
  Qed.

  Theorem bound_without_division : forall k w d, run k w -> 0 <= d -> d * d = ip u u * ip w0 w0 ->
    INR k * ((eta * gamma) * (eta * gamma))
      <= eta * eta * (radius_ * radius_) * ip u u + 2 * (eta * gamma) * d.
  Proof.
    intros k w d H hd Hd.
    pose proof (progress _ _ H) as h1. pose proof (growth _ _ H) as h2.
    pose proof (cauchy_schwarz S w u) as h3. pose proof (cauchy_schwarz S w0 u) as h4.
    pose proof (pos_INR k) as hk. pose proof (ip_pos u) as hu.
    assert (low : - ip w0 u <= d) by (apply le_of_squares; auto; rewrite Hd; lra).
    set (h := eta * gamma) in *. assert (hh : 0 < h) by (apply Rmult_lt_0_compat; lra).
    set (K := INR k) in *. set (U := ip u u) in *. set (p := ip w u) in *.
    set (W0 := ip w0 w0) in *. set (Q := eta * eta * (radius_ * radius_)) in *.
    assert (hQ : 0 <= Q) by (unfold Q; nonneg).
    assert (up : p * p <= d * d + K * Q * U) by (pose proof (Rmult_le_compat_r U _ _ hu h2); lra).
    apply Rnot_lt_le; intro contrary.
    set (n := K * (h * h) - (Q * U + 2 * h * d)) in *. assert (hn : 0 < n) by (unfold n; lra).
    set (s := p + d - K * h) in *. assert (hs : 0 <= s) by (unfold s; lra).
    assert (0 < n * n) by positive.
    assert (0 <= n * (Q * U)) by nonneg.
    assert (0 <= n * d * h) by nonneg.
    assert (0 <= (h * h) * (d * d + K * Q * U - p * p)) by nonneg.
    assert (0 <= (h * h) * (s * s)) by nonneg.
    assert (0 <= n * s * h) by nonneg.
    assert (0 <= s * h * (Q * U)) by nonneg.
    assert (0 <= d * s * (h * h)) by nonneg.
    assert (n * n + n * (Q * U) + 2 * (n * d * h) + (h * h) * (d * d + K * Q * U - p * p)
            + (h * h) * (s * s) + 2 * (n * s * h) + 2 * (s * h * (Q * U)) + 2 * (d * s * (h * h)) = 0)
      by (unfold n, s; ring).
    lra.
  Qed.

  Theorem any_start_any_rate : forall k w, run k w ->
    INR k <= radius_ * radius_ * ip u u / (gamma * gamma)
             + 2 * sqrt (ip u u * ip w0 w0) / (eta * gamma).
  Proof.
    intros k w H.
    pose proof (bound_without_division k w (sqrt (ip u u * ip w0 w0)) H (sqrt_pos _)
      (sqrt_sqrt _ (Rmult_le_pos _ _ (ip_pos u) (ip_pos w0)))) as B.
    set (q := sqrt _) in *. assert (hh : 0 < eta * gamma) by (apply Rmult_lt_0_compat; lra).
    apply (Rmult_le_reg_r ((eta * gamma) * (eta * gamma))); [apply Rmult_lt_0_compat; lra |].
    replace ((radius_ * radius_ * ip u u / (gamma * gamma) + 2 * q / (eta * gamma))
             * (eta * gamma * (eta * gamma)))
      with (eta * eta * (radius_ * radius_) * ip u u + 2 * (eta * gamma) * q) by (field; lra).
    exact B.
  Qed.
End Novikoff.

Theorem novikoff : forall (data : R -> S -> Prop) u gamma radius_,
  (forall y x, data y x -> y * y = 1) ->
  (forall y x, data y x -> gamma <= y * ip u x) ->
  (forall y x, data y x -> ip x x <= radius_ * radius_) ->
  0 < gamma ->
  forall k w, run data 1 vzero k w -> INR k <= radius_ * radius_ * ip u u / (gamma * gamma).
Proof.
  intros data u gamma radius_ label margin radius positive_gamma k w H.
  pose proof (any_start_any_rate data u gamma radius_ 1 vzero label margin radius positive_gamma
    ltac:(lra) k w H) as B.
  rewrite ip_zero, Rmult_0_r, sqrt_0 in B. unfold Rdiv in *. lra.
Qed.

(* from zero the rate only scales the weights: the same run, the same mistakes *)
Theorem rate_invariance : forall (data : R -> S -> Prop) eta, 0 < eta ->
  forall k w, run data 1 vzero k w ->
  exists v, run data eta vzero k v /\ forall a, ip v a = eta * ip w a.
Proof.
  intros data eta positive_rate k w H; induction H as [| k w y x H IH example mistake].
  - exists vzero; split; [constructor |]. intro; rewrite !ip_zero; ring.
  - destruct IH as [v [run_v scaled]]. exists (vadd v (vscal (eta * y) x)); split.
    + constructor; auto. rewrite scaled.
      replace (y * (eta * ip w x)) with (- (eta * - (y * ip w x))) by ring.
      assert (0 <= eta * - (y * ip w x)) by nonneg. lra.
    + intro a. expand. rewrite scaled. ring.
Qed.

(* T4: update whenever y <w,x> <= beta |w| *)
Section Margin.
  Variable data : R -> S -> Prop.
  Variables (u : S) (gamma radius_ beta : R).
  Hypothesis label : forall y x, data y x -> y * y = 1.
  Hypothesis margin : forall y x, data y x -> gamma <= y * ip u x.
  Hypothesis radius : forall y x, data y x -> ip x x <= radius_ * radius_.
  Hypothesis unit_separator : ip u u = 1.
  Hypothesis nonnegative_beta : 0 <= beta.
  Hypothesis beta_below_gamma : beta < gamma.
  Hypothesis beta_below_radius : beta <= radius_.

  Inductive margin_run : nat -> S -> Prop :=
  | margin_start : margin_run 0 vzero
  | margin_update : forall k w y x,
      margin_run k w -> data y x -> y * ip w x <= beta * sqrt (ip w w) ->
      margin_run (Datatypes.S k) (vadd w (vscal y x)).

  Lemma rho_nonneg : 0 <= radius_ * radius_ - beta * beta.
  Proof. assert (beta * beta <= radius_ * radius_) by (apply Rmult_le_compat; lra). lra. Qed.

  Lemma margin_progress : forall k w, margin_run k w -> INR k * gamma <= ip w u.
  Proof.
    intros k w H; induction H as [| k w y x H IH example mistake].
    - simpl; rewrite ip_zero; lra.
    - rewrite S_INR; expand. rewrite (ip_sym x u). pose proof (margin _ _ example). lra.
  Qed.

  Lemma margin_growth : forall k w, margin_run k w ->
    sqrt (ip w w) <= INR k * beta + sqrt (INR k * (radius_ * radius_ - beta * beta)).
  Proof.
    intros k w H; induction H as [| k w y x H IH example mistake].
    - simpl. rewrite ip_zero, sqrt_0.
      pose proof (sqrt_pos (0 * (radius_ * radius_ - beta * beta))). lra.
    - pose proof rho_nonneg as hr. set (rho := radius_ * radius_ - beta * beta) in *.
      pose proof (pos_INR k) as hk. rewrite S_INR. set (K := INR k) in *.
      set (n := sqrt (ip w w)) in *. set (s := sqrt (K * rho)) in *. set (s' := sqrt ((K + 1) * rho)).
      assert (hn : 0 <= n) by apply sqrt_pos. assert (hs : 0 <= s) by apply sqrt_pos.
      assert (hs' : 0 <= s') by apply sqrt_pos.
      assert (en : n * n = ip w w) by (apply sqrt_sqrt; apply ip_pos).
      assert (es : s * s = K * rho) by (apply sqrt_sqrt; apply Rmult_le_pos; auto).
      assert (es' : s' * s' = (K + 1) * rho) by (apply sqrt_sqrt; apply Rmult_le_pos; lra).
      assert (root_grows : s <= s') by (apply le_of_squares; lra).
      apply le_of_squares; [assert (0 <= (K + 1) * beta) by nonneg; lra |].
      rewrite sqrt_sqrt by apply ip_pos. expand. rewrite (ip_sym x w).
      pose proof (radius _ _ example).
      replace (y * (y * ip x x)) with ((y * y) * ip x x) by ring. rewrite (label _ _ example).
      assert (0 <= (K * beta + s - n) * n) by nonneg.
      assert (0 <= (K * beta + s - n) * beta) by nonneg.
      assert (0 <= (K * beta + s - n) * (K * beta + s - n)) by nonneg.
      assert (0 <= K * beta * (s' - s)) by nonneg.
      assert (0 <= beta * (s' - s)) by nonneg.
      unfold rho in *. lra.
  Qed.

  Theorem margin_perceptron : forall k w, margin_run k w ->
    INR k <= (radius_ * radius_ - beta * beta) / ((gamma - beta) * (gamma - beta)).
  Proof.
    intros k w H. pose proof (margin_progress _ _ H). pose proof (margin_growth _ _ H).
    pose proof rho_nonneg as hr. set (rho := radius_ * radius_ - beta * beta) in *.
    pose proof (pos_INR k) as hk. set (K := INR k) in *.
    pose proof (cauchy_schwarz S w u) as schwarz. rewrite unit_separator in schwarz.
    assert (ip w u <= sqrt (ip w w))
      by (apply le_of_squares; [apply sqrt_pos | rewrite sqrt_sqrt by apply ip_pos; lra]).
    set (s := sqrt (K * rho)) in *.
    assert (es : s * s = K * rho) by (apply sqrt_sqrt; apply Rmult_le_pos; auto).
    assert (meet : K * (gamma - beta) <= s) by lra.
    assert (sign : 0 <= K * (gamma - beta)) by nonneg.
    pose proof (Rmult_le_compat _ _ _ _ sign sign meet meet).
    assert (bound : K * ((gamma - beta) * (gamma - beta)) <= rho) by (apply cancel_count; lra).
    apply (Rmult_le_reg_r ((gamma - beta) * (gamma - beta))); [apply Rmult_lt_0_compat; lra |].
    replace (rho / ((gamma - beta) * (gamma - beta)) * ((gamma - beta) * (gamma - beta)))
      with rho by (field; lra).
    exact bound.
  Qed.
End Margin.

(* T5: batches; an example is z = y x *)
Fixpoint vsum (zs : list S) : S :=
  match zs with [] => vzero | z :: rest => vadd z (vsum rest) end.

Section Batch.
  Variable data : S -> Prop.
  Variables (u : S) (gamma radius_ n : R).
  Hypothesis margin : forall z, data z -> gamma <= ip z u.
  Hypothesis radius : forall z, data z -> ip z z <= radius_ * radius_.
  Hypothesis positive_gamma : 0 < gamma.

  Definition mistakes (w : S) (zs : list S) := Forall (fun z => data z /\ ip w z <= 0) zs.

  Lemma sum_margin : forall w zs, mistakes w zs -> INR (length zs) * gamma <= ip (vsum zs) u.
  Proof.
    intros w zs H; induction H as [| z zs [example _] _ IH]; cbn [length vsum].
    - simpl; rewrite ip_zero; lra.
    - rewrite S_INR. expand. pose proof (margin _ example). lra.
  Qed.

  Lemma sum_mistake : forall w zs, mistakes w zs -> ip w (vsum zs) <= 0.
  Proof.
    intros w zs H; induction H as [| z zs [_ mistake] _ IH]; cbn [length vsum]; expand; lra.
  Qed.

  Lemma sum_radius : forall w zs, mistakes w zs ->
    ip (vsum zs) (vsum zs) <= INR (length zs) * INR (length zs) * (radius_ * radius_).
  Proof.
    intros w zs H; induction H as [| z zs [example _] _ IH]; cbn [length vsum].
    - simpl; expand; lra.
    - rewrite S_INR. pose proof (radius _ example) as hr.
      set (sum := vsum zs) in *. set (m := INR (length zs)) in *.
      assert (hm : 0 <= m) by apply pos_INR. expand. rewrite (ip_sym sum z).
      assert (hR : 0 <= radius_ * radius_) by nonneg.
      assert (ip z sum <= m * (radius_ * radius_)).
      { apply le_of_squares; [apply Rmult_le_pos; auto |].
        eapply Rle_trans; [apply cauchy_schwarz |].
        eapply Rle_trans; [apply Rmult_le_compat; [apply ip_pos | apply ip_pos | apply hr | apply IH] |].
        lra. }
      lra.
  Qed.

  (* rounds, A = sum of eta m, B = sum of (eta m)^2, weights *)
  Inductive batch_run : nat -> R -> R -> S -> Prop :=
  | batch_start : batch_run 0 0 0 vzero
  | batch_round : forall k A B w zs eta,
      batch_run k A B w -> mistakes w zs -> zs <> [] -> 0 < eta ->
      batch_run (Datatypes.S k) (A + eta * INR (length zs))
                (B + eta * eta * (INR (length zs) * INR (length zs)))
                (vadd w (vscal eta (vsum zs))).

  Lemma batch_invariants : forall k A B w, batch_run k A B w ->
    gamma * A <= ip w u /\ ip w w <= radius_ * radius_ * B /\ 0 <= A.
  Proof.
    intros k A B w H; induction H as [| k A B w zs eta H IH wrong nonempty rate].
    - rewrite !ip_zero; lra.
    - destruct IH as [progress_ [growth_ sign]].
      pose proof (sum_margin _ _ wrong) as h1. pose proof (sum_mistake _ _ wrong) as h2.
      pose proof (sum_radius _ _ wrong) as h3.
      set (m := INR (length zs)) in *. assert (hm : 0 <= m) by apply pos_INR.
      set (sum := vsum zs) in *. expand. rewrite (ip_sym sum w). repeat split.
      + pose proof (Rmult_le_compat_l eta _ _ ltac:(lra) h1). lra.
      + assert (0 <= eta * - ip w sum) by nonneg.
        assert (square : 0 <= eta * eta) by nonneg.
        pose proof (Rmult_le_compat_l _ _ _ square h3). lra.
      + assert (0 <= eta * m) by nonneg. lra.
  Qed.

  Theorem batch_rates : forall k A B w, batch_run k A B w ->
    (gamma * A) * (gamma * A) <= radius_ * radius_ * ip u u * B.
  Proof.
    intros k A B w H. destruct (batch_invariants _ _ _ _ H) as [progress_ [growth_ sign]].
    pose proof (cauchy_schwarz S w u).
    assert (hA : 0 <= gamma * A) by nonneg.
    pose proof (Rmult_le_compat _ _ _ _ hA hA progress_ progress_).
    pose proof (Rmult_le_compat_r _ _ _ (ip_pos u) growth_).
    lra.
  Qed.

  (* the fixed rate 1: rounds, and M = the number of corrected mistakes *)
  Inductive fixed_run : nat -> R -> S -> Prop :=
  | fixed_start : fixed_run 0 0 vzero
  | fixed_round : forall k M w zs,
      fixed_run k M w -> mistakes w zs -> zs <> [] -> INR (length zs) <= n ->
      fixed_run (Datatypes.S k) (M + INR (length zs)) (vadd w (vscal 1 (vsum zs))).

  Lemma fixed_is_batch : forall k M w, fixed_run k M w ->
    exists B, batch_run k M B w /\ B <= n * M /\ INR k <= M.
  Proof.
    intros k M w H; induction H as [| k M w zs H IH wrong nonempty size].
    - exists 0; repeat split; simpl; try lra. constructor.
    - destruct IH as [B [h1 [h2 h3]]].
      assert (1 <= INR (length zs)).
      { destruct zs; [congruence |]. cbn [length]. rewrite S_INR. pose proof (pos_INR (length zs)). lra. }
      exists (B + 1 * 1 * (INR (length zs) * INR (length zs))). rewrite S_INR. repeat split.
      + replace (M + INR (length zs)) with (M + 1 * INR (length zs)) by ring. constructor; auto; lra.
      + assert (0 <= (n - INR (length zs)) * INR (length zs)) by nonneg. lra.
      + lra.
  Qed.

  Theorem batch_fixed : 0 <= n -> forall k M w, fixed_run k M w ->
    INR k <= M /\ M <= n * (radius_ * radius_) * ip u u / (gamma * gamma).
  Proof.
    intros hn k M w H. destruct (fixed_is_batch _ _ _ H) as [B [h1 [h2 h3]]]. split; auto.
    pose proof (batch_rates _ _ _ _ h1). pose proof (pos_INR k).
    assert (hR : 0 <= radius_ * radius_) by nonneg. pose proof (ip_pos u) as hu.
    assert (hRU : 0 <= radius_ * radius_ * ip u u) by nonneg.
    pose proof (Rmult_le_compat_l _ _ _ hRU h2).
    assert (bound : M * (gamma * gamma) <= n * (radius_ * radius_) * ip u u)
      by (apply cancel_count; [nonneg | lra]).
    apply (Rmult_le_reg_r (gamma * gamma)); [apply Rmult_lt_0_compat; lra |].
    replace (n * (radius_ * radius_) * ip u u / (gamma * gamma) * (gamma * gamma))
      with (n * (radius_ * radius_) * ip u u) by (field; lra).
    exact bound.
  Qed.
End Batch.

(* T6: a cycle gives Gordan's certificate, and refutes separability *)
Section Cycle.
  Variable data : S -> Prop.

  Inductive updates : S -> list S -> S -> Prop :=
  | no_update : forall w, updates w [] w
  | one_more : forall w zs w' z, updates w zs w' -> data z -> updates w (z :: zs) (vadd w' z).

  Lemma updates_sum : forall w zs w', updates w zs w' -> forall a, ip w' a = ip w a + ip (vsum zs) a.
  Proof. intros w zs w' H a; induction H; cbn [vsum]; expand; lra. Qed.

  Theorem gordan : forall w zs, updates w zs w -> forall a, ip (vsum zs) a = 0.
  Proof. intros w zs H a. pose proof (updates_sum _ _ _ H a). lra. Qed.

  Lemma separated_sum : forall u, (forall z, data z -> 0 < ip z u) ->
    forall w zs w', updates w zs w' -> zs <> [] -> 0 < ip (vsum zs) u.
  Proof.
    intros u separates w zs w' H; induction H as [| w zs w' z H IH example]; intro nonempty; [congruence |].
    cbn [vsum]. rewrite ip_add. pose proof (separates _ example). destruct zs as [| z' zs].
    - cbn [vsum]. rewrite ip_zero. lra.
    - assert (some : z' :: zs <> []) by congruence. pose proof (IH some). lra.
  Qed.

  Theorem cycle_not_separable : forall w zs, zs <> [] -> updates w zs w ->
    ~ exists u, forall z, data z -> 0 < ip z u.
  Proof.
    intros w zs nonempty H [u separates].
    pose proof (gordan _ _ H u). pose proof (separated_sum u separates _ _ _ H nonempty). lra.
  Qed.
End Cycle.

(* T8: the distance to the hyperplane <w,h> + b = 0 *)
Section Distance.
  Variables (w x : S) (b : R).
  Hypothesis nonzero : 0 < ip w w.
  Let f := ip w x + b.
  Definition vsub (a c : S) := vadd a (vscal (-1) c).
  Definition foot := vsub x (vscal (f / ip w w) w).

  Theorem distance_lower : forall h, ip w h + b = 0 -> f * f / ip w w <= ip (vsub x h) (vsub x h).
  Proof.
    intros h on_plane. pose proof (cauchy_schwarz S w (vsub x h)) as schwarz.
    assert (e : ip w (vsub x h) = f) by (unfold vsub, f; expand; lra). rewrite e in schwarz.
    apply (Rmult_le_reg_r (ip w w)); auto.
    replace (f * f / ip w w * ip w w) with (f * f) by (field; lra). lra.
  Qed.

  Theorem distance_attained : ip w foot + b = 0 /\ ip (vsub x foot) (vsub x foot) = f * f / ip w w.
  Proof. unfold foot, vsub, f. expand. rewrite (ip_sym x w). split; field; lra. Qed.

  Theorem pythagoras : forall h, ip w h + b = 0 ->
    ip (vsub x h) (vsub x h) = f * f / ip w w + ip (vsub foot h) (vsub foot h).
  Proof.
    intros h on_plane. unfold foot, vsub, f. assert (e : b = - ip w h) by lra. rewrite e. expand.
    rewrite (ip_sym x w), (ip_sym h w), (ip_sym h x). field. lra.
  Qed.
End Distance.

(* T11: any data, with slack xi on every update *)
Section Slack.
  Variables (u : S) (gamma radius_ : R).
  Hypothesis positive_gamma : 0 < gamma.

  Inductive slack_run : nat -> R -> S -> Prop :=
  | slack_start : slack_run 0 0 vzero
  | slack_update : forall k X w y x xi,
      slack_run k X w -> y * y = 1 -> ip x x <= radius_ * radius_ -> y * ip w x <= 0 ->
      gamma - y * ip u x <= xi -> slack_run (Datatypes.S k) (X + xi) (vadd w (vscal y x)).

  Lemma slack_invariants : forall k X w, slack_run k X w ->
    INR k * gamma - X <= ip w u /\ ip w w <= INR k * (radius_ * radius_).
  Proof.
    intros k X w H; induction H as [| k X w y x xi H IH label radius mistake slack].
    - simpl; rewrite !ip_zero; lra.
    - rewrite S_INR. destruct IH as [progress_ growth_]. expand.
      rewrite (ip_sym x u), (ip_sym x w). split; [lra |].
      replace (y * (y * ip x x)) with ((y * y) * ip x x) by ring. rewrite label. lra.
  Qed.

  Theorem slack_bound : forall k X w, slack_run k X w ->
    INR k * (gamma * gamma) <= radius_ * radius_ * ip u u + 2 * gamma * X.
  Proof.
    intros k X w H. destruct (slack_invariants _ _ _ H) as [progress_ growth_].
    pose proof (cauchy_schwarz S w u) as schwarz. pose proof (ip_pos u) as hu. pose proof (pos_INR k) as hk.
    set (K := INR k) in *. set (U := ip u u) in *. set (p := ip w u) in *. set (Q := radius_ * radius_) in *.
    assert (hQ : 0 <= Q) by (unfold Q; nonneg).
    assert (up : p * p <= K * Q * U) by (pose proof (Rmult_le_compat_r U _ _ hu growth_); lra).
    apply Rnot_lt_le; intro contrary. assert (hQU : 0 <= Q * U) by nonneg.
    assert (reach : 0 < K * gamma - X).
    { apply Rnot_le_lt; intro T. assert (0 <= gamma * (X - K * gamma)) by nonneg.
      assert (0 <= K * (gamma * gamma)) by nonneg. lra. }
    assert ((K * gamma - X) * (K * gamma - X) <= K * Q * U).
    { assert (0 <= (p - (K * gamma - X)) * (K * gamma - X)) by nonneg.
      assert (0 <= (p - (K * gamma - X)) * (p - (K * gamma - X))) by nonneg. lra. }
    assert (0 < (K * gamma - X) * (K * gamma - X)) by positive.
    assert (0 <= X * X) by nonneg.
    destruct (Req_dec K 0) as [none | some].
    - rewrite none in *. lra.
    - assert (0 < K * (K * (gamma * gamma) - (Q * U + 2 * gamma * X))) by positive. lra.
  Qed.
End Slack.
End Space.
