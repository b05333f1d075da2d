(* Spaces that exist, so that nothing above is empty; and what is special about them.
   R^d for every d; T12, partial sums; T3, the offset, in the space with one coordinate more; T9, the tight
   family; and T7's consequence that a run on integer data that never ends comes back to a weight vector. *)

Require Import Reals Lra List Lia ZArith FunctionalExtensionality.
Require Import InnerProduct Perceptron Bounded.
Import ListNotations.
Open Scope R_scope.

(* R^d: the first d coordinates of a sequence *)
Definition coords := nat -> R.
Definition cadd (a b : coords) : coords := fun i => a i + b i.
Definition cscal r (a : coords) : coords := fun i => r * a i.
Definition czero : coords := fun _ => 0.
Fixpoint dot (d : nat) (a b : coords) : R := match d with O => 0 | S n => dot n a b + a n * b n end.

Lemma dot_sym : forall d a b, dot d a b = dot d b a.
Proof. induction d as [| d IH]; intros; simpl; auto. rewrite IH; ring. Qed.

Lemma dot_add : forall d a b c, dot d (cadd a b) c = dot d a c + dot d b c.
Proof. induction d as [| d IH]; intros; simpl; [ring |]. rewrite IH. unfold cadd. ring. Qed.

Lemma dot_scal : forall d r a b, dot d (cscal r a) b = r * dot d a b.
Proof. induction d as [| d IH]; intros; simpl; [ring |]. rewrite IH. unfold cscal. ring. Qed.

Lemma dot_zero : forall d a, dot d czero a = 0.
Proof. induction d as [| d IH]; intros; simpl; auto. rewrite IH. unfold czero. ring. Qed.

Lemma dot_pos : forall d a, 0 <= dot d a a.
Proof.
  induction d as [| d IH]; intros a; simpl; [lra |]. pose proof (IH a). assert (0 <= a d * a d) by nonneg. lra.
Qed.

Definition Rd (d : nat) : space := {|
  vec := coords; vadd := cadd; vscal := cscal; vzero := czero; ip := dot d;
  ip_sym := dot_sym d; ip_add := dot_add d; ip_scal := dot_scal d; ip_zero := dot_zero d; ip_pos := dot_pos d
|}.

Theorem novikoff_Rd : forall d (data : R -> coords -> Prop) u gamma radius_,
  (forall y x, data y x -> y * y = 1) ->
  (forall y x, data y x -> gamma <= y * dot d u x) ->
  (forall y x, data y x -> dot d x x <= radius_ * radius_) ->
  0 < gamma ->
  forall k w, run (Rd d) data 1 czero k w -> INR k <= radius_ * radius_ * dot d u u / (gamma * gamma).
Proof. intros d. exact (novikoff (Rd d)). Qed.

Theorem bounded_Rd : forall d (data : list coords) R0,
  0 <= R0 -> (forall z, In z data -> dot d z z <= R0 * R0) ->
  exists C, forall w0 w, any_run (Rd d) data w0 w -> dot d w w <= dot d w0 w0 + C.
Proof. intros d. exact (perceptron_bounded (Rd d)). Qed.

(* T12: every partial sum, over any set of coordinates *)
Definition mask (chosen : nat -> bool) (a : coords) : coords := fun i => if chosen i then a i else 0.

Lemma mask_shorter : forall d chosen a, dot d (mask chosen a) (mask chosen a) <= dot d a a.
Proof.
  induction d as [| d IH]; intros chosen a; simpl; [lra |].
  pose proof (IH chosen a). assert (0 <= a d * a d) by nonneg. unfold mask in *. destruct (chosen d); lra.
Qed.

Theorem partial_sums : forall d chosen w x K R0,
  0 <= K -> dot d w w <= K * (R0 * R0) -> dot d x x <= R0 * R0 ->
  dot d (mask chosen w) (mask chosen x) * dot d (mask chosen w) (mask chosen x) <= K * (R0 * R0) * (R0 * R0).
Proof.
  intros d chosen w x K R0 hK growth_ radius_.
  pose proof (cauchy_schwarz (Rd d) (mask chosen w) (mask chosen x)) as schwarz. cbn [ip Rd] in schwarz.
  pose proof (mask_shorter d chosen w). pose proof (mask_shorter d chosen x).
  eapply Rle_trans; [apply schwarz |]. apply Rmult_le_compat; try apply dot_pos; lra.
Qed.

(* T3: one coordinate more *)
Section Fold.
  Variable S : space.
  Definition fadd (a b : S * R) : S * R := (vadd (fst a) (fst b), snd a + snd b).
  Definition fscal r (a : S * R) : S * R := (vscal r (fst a), r * snd a).
  Definition fip (a b : S * R) := ip (fst a) (fst b) + snd a * snd b.

  Lemma fip_sym : forall a b, fip a b = fip b a.
  Proof. intros; unfold fip. rewrite ip_sym. ring. Qed.
  Lemma fip_add : forall a b c, fip (fadd a b) c = fip a c + fip b c.
  Proof. intros; unfold fip, fadd; simpl. rewrite ip_add. ring. Qed.
  Lemma fip_scal : forall r a b, fip (fscal r a) b = r * fip a b.
  Proof. intros; unfold fip, fscal; simpl. rewrite ip_scal. ring. Qed.
  Lemma fip_zero : forall a, fip (vzero, 0) a = 0.
  Proof. intros; unfold fip; simpl. rewrite ip_zero. ring. Qed.
  Lemma fip_pos : forall a, 0 <= fip a a.
  Proof. intros; unfold fip. pose proof (ip_pos (fst a)). assert (0 <= snd a * snd a) by nonneg. lra. Qed.

  Definition fold : space := {|
    vec := (S * R)%type; vadd := fadd; vscal := fscal; vzero := (vzero, 0); ip := fip;
    ip_sym := fip_sym; ip_add := fip_add; ip_scal := fip_scal; ip_zero := fip_zero; ip_pos := fip_pos
  |}.

  Section Offset.
    Variable data : R -> S -> Prop.
    Variables (u : S) (b_star gamma radius_ c : R).
    Hypothesis label : forall y x, data y x -> y * y = 1.
    Hypothesis margin : forall y x, data y x -> gamma <= y * (ip u x + b_star).
    Hypothesis radius : forall y x, data y x -> ip x x <= radius_ * radius_.
    Hypothesis positive_gamma : 0 < gamma.
    Hypothesis positive_constant : 0 < c.

    (* the perceptron with an offset that moves by y c^2 *)
    Inductive offset_run : nat -> S -> R -> Prop :=
    | offset_start : offset_run 0 vzero 0
    | offset_update : forall k w b y x,
        offset_run k w b -> data y x -> y * (ip w x + b) <= 0 ->
        offset_run (Datatypes.S k) (vadd w (vscal y x)) (b + y * (c * c)).

    Definition folded_data y (x : fold) := data y (fst x) /\ snd x = c.

    Lemma folding : forall k w b, offset_run k w b ->
      exists v, run fold folded_data 1 (vzero, 0) k (v, b / c) /\ forall a, ip v a = ip w a.
    Proof.
      intros k w b H; induction H as [| k w b y x H IH example mistake].
      - exists vzero. split; auto. replace (0 / c) with 0 by (field; lra). constructor.
      - destruct IH as [v [run_v same]]. exists (vadd v (vscal (1 * y) x)). split.
        + replace (vadd v (vscal (1 * y) x), (b + y * (c * c)) / c)
            with (fadd (v, b / c) (fscal (1 * y) (x, c))).
          * apply (run_update fold); [exact run_v | split; auto |].
            cbn [ip fold]. unfold fip; simpl. rewrite same. replace (b / c * c) with b by (field; lra). auto.
          * unfold fadd, fscal; simpl. f_equal. field; lra.
        + intro a. rewrite !ip_add, !ip_scal, same. ring.
    Qed.

    Theorem offset_bound : forall k w b, offset_run k w b ->
      INR k * (gamma * gamma) <= (radius_ * radius_ + c * c) * (ip u u + (b_star / c) * (b_star / c)).
    Proof.
      intros k w b H. destruct (folding _ _ _ H) as [v [run_v _]].
      assert (sum_nonneg : 0 <= radius_ * radius_ + c * c)
        by (assert (0 <= radius_ * radius_) by nonneg; assert (0 <= c * c) by nonneg; lra).
      set (length_ := sqrt (radius_ * radius_ + c * c)).
      assert (square : length_ * length_ = radius_ * radius_ + c * c) by (apply sqrt_sqrt; auto).
      assert (N : INR k <= length_ * length_ * fip (u, b_star / c) (u, b_star / c) / (gamma * gamma)).
      { apply (novikoff fold folded_data (u, b_star / c) gamma length_) with (w := (v, b / c));
          [ | | | exact positive_gamma | exact run_v]; intros y x [example last]; cbn [ip fold].
        - eauto.
        - unfold fip; simpl. rewrite last. replace (b_star / c * c) with b_star by (field; lra). auto.
        - rewrite square. unfold fip. rewrite last. pose proof (radius _ _ example). lra. }
      rewrite square in N. unfold fip in N; simpl in N.
      assert (hg : 0 < gamma * gamma) by (apply Rmult_lt_0_compat; lra).
      pose proof (Rmult_le_compat_r (gamma * gamma) _ _ ltac:(lra) N) as B.
      replace ((radius_ * radius_ + c * c) * (ip u u + b_star / c * (b_star / c)) / (gamma * gamma)
               * (gamma * gamma))
        with ((radius_ * radius_ + c * c) * (ip u u + b_star / c * (b_star / c))) in B by (field; lra).
      exact B.
    Qed.

    (* both classes present, unit separator *)
    Hypothesis unit_separator : ip u u = 1.
    Hypothesis nonnegative_radius : 0 <= radius_.
    Variables (x_pos x_neg : S).
    Hypothesis positive_example : data 1 x_pos.
    Hypothesis negative_example : data (-1) x_neg.

    Lemma offset_small : - (radius_ - gamma) <= b_star <= radius_ - gamma.
    Proof.
      assert (within_ : forall y x, data y x -> - radius_ <= ip u x <= radius_).
      { intros y x example. pose proof (radius _ _ example). pose proof (cauchy_schwarz S u x) as schwarz.
        rewrite unit_separator in schwarz.
        assert (ip u x <= radius_) by (apply le_of_squares; lra).
        assert (- ip u x <= radius_) by (apply le_of_squares; lra). lra. }
      pose proof (within_ _ _ positive_example). pose proof (within_ _ _ negative_example).
      pose proof (margin _ _ positive_example). pose proof (margin _ _ negative_example). lra.
    Qed.
  End Offset.

  Theorem radius_fold : forall (data : R -> S -> Prop) u b_star gamma radius_,
    (forall y x, data y x -> y * y = 1) ->
    (forall y x, data y x -> gamma <= y * (ip u x + b_star)) ->
    (forall y x, data y x -> ip x x <= radius_ * radius_) ->
    0 < gamma -> 0 < radius_ -> ip u u = 1 ->
    forall x_pos x_neg, data 1 x_pos -> data (-1) x_neg ->
    forall k w b, offset_run data radius_ k w b ->
    INR k * (gamma * gamma) <= 2 * (radius_ * radius_) + 2 * ((radius_ - gamma) * (radius_ - gamma))
    /\ INR k < (2 * radius_ / gamma) * (2 * radius_ / gamma).
  Proof.
    intros data u b_star gamma radius_ label margin radius hg hR unit x_pos x_neg hp hn k w b H.
    pose proof (offset_bound data u b_star gamma radius_ radius_ label margin radius hg hR k w b H) as B.
    rewrite unit in B.
    assert (E : (radius_ * radius_ + radius_ * radius_) * (1 + b_star / radius_ * (b_star / radius_))
                = 2 * (radius_ * radius_) + 2 * (b_star * b_star)) by (field; lra).
    rewrite E in B.
    assert (small : - (radius_ - gamma) <= b_star <= radius_ - gamma)
      by (eapply (offset_small data u b_star gamma radius_); eauto; lra).
    assert (0 <= (radius_ - gamma - b_star) * (radius_ - gamma + b_star)) by nonneg. split; [lra |].
    assert (0 < gamma * gamma) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= gamma * (radius_ - gamma)) by nonneg.
    apply (Rmult_lt_reg_r (gamma * gamma)); auto.
    replace (2 * radius_ / gamma * (2 * radius_ / gamma) * (gamma * gamma))
      with (4 * (radius_ * radius_)) by (field; lra).
    lra.
  Qed.
End Fold.

(* T9: n orthonormal examples; a run has at most n updates, can always be continued to n, and then stops *)
Section Tight.
  Variable S : space.
  Variable es : list S.
  Hypothesis distinct : NoDup es.
  Hypothesis unit : forall e, In e es -> ip e e = 1.
  Hypothesis orthogonal : forall e f, In e es -> In f es -> e <> f -> ip e f = 0.

  Inductive tight_run : nat -> S -> Prop :=
  | tight_start : tight_run 0 vzero
  | tight_update : forall k w e,
      tight_run k w -> In e es -> ip w e <= 0 -> tight_run (Datatypes.S k) (vadd w e).

  Lemma used_once : forall k w, tight_run k w ->
    exists used, length used = k /\ NoDup used /\ incl used es /\
    forall e, In e es -> (In e used -> ip w e = 1) /\ (~ In e used -> ip w e = 0).
  Proof.
    intros k w H; induction H as [| k w e H IH example mistake].
    - exists []. repeat split; try constructor; [intros ? [] | intros [] | intros; apply ip_zero].
    - destruct IH as [used [len [once [from count]]]]. exists (e :: used).
      assert (unused : ~ In e used).
      { intro I. destruct (count _ example) as [one _]. pose proof (one I). lra. }
      repeat split; simpl; auto.
      + constructor; auto.
      + intros v [<- | I]; auto.
      + intros [<- | I]; rewrite ip_add.
        * destruct (count _ example) as [_ none]. rewrite (none unused), (unit _ example). ring.
        * assert (e <> e0) by (intro; subst; auto). destruct (count _ H0) as [one _].
          rewrite (one I), (orthogonal e e0); auto. ring.
      + intro N. assert (e <> e0) by (intro; subst; auto). rewrite ip_add, (orthogonal e e0); auto.
        destruct (count _ H0) as [_ none]. rewrite none; auto. ring.
  Qed.

  Lemma all_members : forall (l used : list S), (forall e, In e l -> ~ ~ In e used) -> ~ ~ incl l used.
  Proof.
    induction l as [| e l IH]; intros used H no; [apply no; intros ? [] |].
    apply (H e); [left; auto |]. intro first. apply (IH used); [intros f i; apply H; right; auto |].
    intro rest. apply no. intros f [<- | i]; auto.
  Qed.

  Theorem tight : forall k w, tight_run k w ->
    (k <= length es)%nat
    /\ ((k < length es)%nat -> exists e, In e es /\ ip w e <= 0)
    /\ (k = length es -> forall e, In e es -> 0 < ip w e).
  Proof.
    intros k w H. destruct (used_once _ _ H) as [used [len [once [from count]]]]. subst k. split; [| split].
    - apply NoDup_incl_length; auto.
    - intro fewer. destruct (Exists_dec (fun e => ip w e <= 0) es (fun e => Rle_dec _ _)) as [some | none].
      + apply Exists_exists in some. exact some.
      + exfalso. apply (all_members es used).
        * intros e i unused. apply none. apply Exists_exists. exists e; split; auto.
          destruct (count _ i) as [_ zero]. rewrite zero; auto; lra.
        * intro all. pose proof (NoDup_incl_length distinct all). lia.
    - intros E e i. assert (incl es used) by (apply NoDup_length_incl; auto; lia).
      destruct (count _ i) as [one _]. rewrite one; auto; lra.
  Qed.
End Tight.

(* T7 for integer data: boundedness leaves finitely many weight vectors, so an unending run repeats one *)
Definition embed (l : list Z) : coords := fun i => IZR (nth i l 0%Z).
Fixpoint zadd (a b : list Z) : list Z :=
  match a, b with x :: a', y :: b' => (x + y)%Z :: zadd a' b' | _, _ => [] end.

Lemma zadd_length : forall d a b, length a = d -> length b = d -> length (zadd a b) = d.
Proof. induction d; intros [|] [|] H1 H2; simpl in *; try discriminate; auto. Qed.

Lemma zadd_nth : forall a b i, length a = length b -> nth i (zadd a b) 0%Z = (nth i a 0 + nth i b 0)%Z.
Proof. induction a; intros [|] i H; simpl in *; try discriminate; destruct i; auto. Qed.

Lemma embed_add : forall a b, length a = length b -> embed (zadd a b) = cadd (embed a) (embed b).
Proof.
  intros. apply functional_extensionality. intro i. unfold embed, cadd. rewrite zadd_nth by auto. apply plus_IZR.
Qed.

(* all integers of size at most n, and all lists of d of them *)
Fixpoint integers (n : nat) : list Z :=
  match n with O => [0%Z] | S m => Z.of_nat n :: (- Z.of_nat n)%Z :: integers m end.
Fixpoint box (n d : nat) : list (list Z) :=
  match d with O => [[]] | S e => flat_map (fun z => map (cons z) (box n e)) (integers n) end.

Lemma integers_in : forall n z, (Z.abs z <= Z.of_nat n)%Z -> In z (integers n).
Proof.
  induction n as [| n IH]; intros z H; [left; lia |].
  destruct (Z_le_gt_dec (Z.abs z) (Z.of_nat n)); [right; right; auto |].
  cbn [integers]. destruct (Z_le_gt_dec 0 z); [left; lia | right; left; lia].
Qed.

Lemma box_in : forall n d l, length l = d -> (forall z, In z l -> (Z.abs z <= Z.of_nat n)%Z) -> In l (box n d).
Proof.
  induction d as [| d IH]; intros l E H.
  - destruct l; [left; auto | discriminate].
  - destruct l as [| z l]; [discriminate |]. cbn [box]. apply in_flat_map. exists z. split.
    + apply integers_in. apply H; left; auto.
    + apply in_map. apply IH; [simpl in E; lia | intros; apply H; right; auto].
Qed.

Lemma coordinate_small : forall d a i, (i < d)%nat -> a i * a i <= dot d a a.
Proof.
  induction d as [| d IH]; intros a i H; [lia |]. simpl. destruct (Nat.eq_dec i d).
  - subst. pose proof (dot_pos d a). lra.
  - pose proof (IH a i ltac:(lia)). assert (0 <= a d * a d) by nonneg. lra.
Qed.

(* the first n values of a sequence either repeat one of them or are all different *)
Fixpoint values {A : Type} (f : nat -> A) (n : nat) : list A :=
  match n with O => [] | S m => f m :: values f m end.

Lemma values_length : forall (A : Type) (f : nat -> A) n, length (values f n) = n.
Proof. induction n; simpl; auto. Qed.

Lemma values_from : forall (A : Type) (f : nat -> A) n x, In x (values f n) -> exists i, (i < n)%nat /\ f i = x.
Proof.
  induction n as [| n IH]; intros x I; [destruct I |]. destruct I as [<- | I]; [exists n; auto |].
  destruct (IH _ I) as [i [less e]]. exists i; auto.
Qed.

Lemma repeats_or_distinct : forall (A : Type), (forall x y : A, {x = y} + {x <> y}) -> forall (f : nat -> A) n,
  (exists i j, (i < j)%nat /\ f i = f j) \/ NoDup (values f n).
Proof.
  intros A dec f n; induction n as [| n [found | distinct]]; [right; constructor | left; auto |].
  destruct (in_dec dec (f n) (values f n)) as [again | new].
  - left. destruct (values_from _ _ _ _ again) as [i [less e]]. exists i, n; auto.
  - right. constructor; auto.
Qed.

Lemma pigeonhole : forall (A : Type), (forall x y : A, {x = y} + {x <> y}) -> forall (f : nat -> A) (l : list A),
  (forall n, In (f n) l) -> exists i j, (i < j)%nat /\ f i = f j.
Proof.
  intros A dec f l H. destruct (repeats_or_distinct A dec f (S (length l))) as [found | distinct]; auto.
  assert (sub : incl (values f (S (length l))) l)
    by (intros x I; destruct (values_from _ _ _ _ I) as [i [_ <-]]; auto).
  pose proof (NoDup_incl_length distinct sub) as le. rewrite values_length in le. lia.
Qed.

Lemma radius_exists : forall d (vs : list coords), exists R0, 0 <= R0 /\ forall v, In v vs -> dot d v v <= R0 * R0.
Proof.
  intros d vs; induction vs as [| a vs [R1 [h1 h2]]].
  - exists 0; split; [lra | intros ? []].
  - pose proof (dot_pos d a). exists (R1 + (dot d a a + 1)). split; [lra |]. intros v [<- | I].
    + assert (0 <= R1 * (R1 + 2 * (dot d a a + 1))) by (apply Rmult_le_pos; lra).
      assert (0 <= dot d a a * dot d a a) by nonneg. lra.
    + pose proof (h2 _ I).
      assert (0 <= (dot d a a + 1) * (2 * R1 + (dot d a a + 1))) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem integer_cycle : forall d (data : list (list Z)) (w z : nat -> list Z),
  (forall x, In x data -> length x = d) -> length (w 0%nat) = d ->
  (forall k, w (S k) = zadd (w k) (z k)) -> (forall k, In (z k) data) ->
  (forall k, dot d (embed (w k)) (embed (z k)) <= 0) ->
  exists i j, (i < j)%nat /\ w i = w j.
Proof.
  intros d data w z dimension start update example mistake.
  assert (len : forall k, length (w k) = d)
    by (induction k; [auto | rewrite update; apply zadd_length; auto]).
  set (points := map embed data).
  destruct (radius_exists d points) as [R0 [hR hrad]]. destruct (bounded_Rd d points R0 hR hrad) as [C hC].
  assert (runs : forall k, any_run (Rd d) points (embed (w 0%nat)) (embed (w k))).
  { induction k as [| k IH]; [apply (any_start (Rd d)) |].
    rewrite update, embed_add by (rewrite len, dimension; auto).
    apply (any_update (Rd d)); [exact IH | apply in_map; auto | exact (mistake k)]. }
  set (B := dot d (embed (w 0%nat)) (embed (w 0%nat)) + C). destruct (archimed (Rmax B 1)) as [above _].
  set (n := Z.to_nat (up (Rmax B 1))).
  apply (pigeonhole _ (list_eq_dec Z.eq_dec) w (box n d)). intro k. apply box_in; auto.
  intros x hx. apply In_nth with (d := 0%Z) in hx. destruct hx as [i [hi <-]]. rewrite len in hi.
  pose proof (coordinate_small d (embed (w k)) i hi) as c1. pose proof (hC _ _ (runs k)) as c2. fold B in c2.
  unfold embed in c1 at 1 2. set (t := nth i (w k) 0%Z) in *. pose proof (Rmax_l B 1). pose proof (Rmax_r B 1).
  assert (T : IZR (Z.abs t) <= Rmax B 1).
  { rewrite abs_IZR. destruct (Rle_dec (Rabs (IZR t)) 1) as [small | large]; [lra |]. apply Rnot_le_lt in large.
    assert (Rabs (IZR t) * Rabs (IZR t) = IZR t * IZR t)
      by (rewrite <- Rabs_mult; apply Rabs_pos_eq; nonneg).
    assert (0 <= (Rabs (IZR t) - 1) * Rabs (IZR t)) by (apply Rmult_le_pos; lra). lra. }
  assert (below : IZR (Z.abs t) < IZR (up (Rmax B 1))) by lra. apply lt_IZR in below.
  unfold n. rewrite Z2Nat.id; [lia |]. apply le_IZR. lra.
Qed.
