(* T7: on any finite data, separable or not, in any order, the weights stay bounded; with the bound explicit.

   A flat is the span of some data points, given by the orthonormal list that Gram and Schmidt make of them.
   The invariant: for every flat es of dimension j, the squared distance of w to it is at most L - c j.
   `step_scalar` is the arithmetic of one update for one flat (T7 of the kernel); `invariant_step` is the update
   for all flats; `bounded_by_c` is the bound, and `perceptron_bounded` says that constants always exist. *)

Require Import Reals Lra List Lia.
Require Import InnerProduct.
Import ListNotations.
Open Scope R_scope.

(* D = squared distance of w to the flat, P = squared length of its projection, M = inner product of the
   projections of w and z, a q = the rest of <w,z>, p and q = lengths of z inside the flat and off it *)
Lemma step_scalar : forall D P M a q p s Dj L cj cj1 R0 : R,
  D + P <= L -> D <= L - cj -> D - a * a <= L - cj1 ->
  M + a * q <= 0 -> M * M <= P * (p * p) -> p * p + q * q <= R0 * R0 -> 0 < q -> 0 <= p ->
  0 <= s -> s * s = cj + R0 * R0 -> 0 <= Dj -> Dj * Dj = cj1 - cj -> p * (p + s) <= q * (Dj - q) ->
  D + 2 * (a * q) + q * q <= L - cj.
Proof.
  intros D P M a q p s Dj L cj cj1 R0 bounded near near_larger mistake schwarz radius hq hp hs es hD eD room.
  destruct (Rle_dec (2 * a + q) 0) as [shrinks | grows].
  { assert (0 <= q * - (2 * a + q)) by nonneg. lra. }
  apply Rnot_le_lt in grows. destruct (Rle_dec (a + q) Dj) as [within | beyond].
  { assert (0 <= (Dj - (a + q)) * (a + q)) by nonneg. assert (0 <= (Dj - (a + q)) * Dj) by nonneg. lra. }
  apply Rnot_le_lt in beyond.
  assert (large : p * (p + s) <= a * q) by (assert (0 <= q * (a + q - Dj)) by nonneg; lra).
  assert (sign : 0 <= p * (p + s)) by nonneg.
  assert (forced : (a * q) * (a * q) <= P * (p * p)).
  { assert (0 <= (- M - a * q) * (- M - a * q)) by nonneg.
    assert (0 <= (- M - a * q) * (a * q)) by nonneg. lra. }
  destruct (Req_dec p 0) as [p_zero | p_nonzero].
  - rewrite p_zero in *. assert (0 < q * (a + q - Dj)) by positive.
    assert (0 < a * q) by lra. assert (0 < (a * q) * (a * q)) by positive. lra.
  - assert (hp' : 0 < p) by lra.
    assert (p * p * (cj + R0 * R0) <= (a * q - p * p) * (a * q - p * p)).
    { rewrite <- es. assert (0 <= (a * q - p * p - p * s) * (a * q - p * p - p * s)) by nonneg.
      assert (0 <= (a * q - p * p - p * s) * (p * s)) by nonneg. lra. }
    assert (0 <= (R0 * R0 - p * p - q * q) * (p * p)) by nonneg.
    assert (scaled : 0 <= (p * p) * (P - cj - 2 * (a * q) - q * q)) by lra.
    assert (0 <= P - cj - 2 * (a * q) - q * q).
    { apply Rnot_lt_le; intro contrary.
      assert (0 < (p * p) * (- (P - cj - 2 * (a * q) - q * q))) by positive. lra. }
    lra.
Qed.

Section Space.
Variable S : space.

(* the projection to the span of a list, and the rest, as forms *)
Fixpoint inside (es : list S) (v w : S) : R :=
  match es with [] => 0 | e :: rest => inside rest v w + ip v e * ip w e end.
Definition off es (v w : S) := ip v w - inside es v w.
Fixpoint perp (es : list S) (v : S) : S :=
  match es with [] => v | e :: rest => vadd (perp rest v) (vscal (- ip v e) e) end.
Definition dist2 es (v : S) := off es v v.

Lemma inside_sym : forall es v w, inside es v w = inside es w v.
Proof. induction es as [| e es IH]; intros; cbn [inside]; [reflexivity |]. rewrite IH. ring. Qed.

Lemma inside_add : forall es x y z, inside es (vadd x y) z = inside es x z + inside es y z.
Proof. induction es as [| e es IH]; intros; cbn [inside]; [ring |]. rewrite IH, ip_add. ring. Qed.

Lemma inside_scal : forall es r x y, inside es (vscal r x) y = r * inside es x y.
Proof. induction es as [| e es IH]; intros; cbn [inside]; [ring |]. rewrite IH, ip_scal. ring. Qed.

Lemma inside_pos : forall es x, 0 <= inside es x x.
Proof.
  induction es as [| e es IH]; intros x; cbn [inside]; [lra |].
  pose proof (IH x). assert (0 <= ip x e * ip x e) by nonneg. lra.
Qed.

Lemma inside_schwarz : forall es v w, inside es v w * inside es v w <= inside es v v * inside es w w.
Proof.
  intro es. apply (form_cauchy_schwarz S vadd vscal (inside es));
    [apply inside_sym | apply inside_add | apply inside_scal | apply inside_pos].
Qed.

Lemma perp_ip : forall es v w, ip (perp es v) w = off es v w.
Proof.
  unfold off. induction es as [| e es IH]; intros; cbn [inside perp]; [ring |].
  rewrite ip_add, ip_scal, IH, (ip_sym e w). ring.
Qed.

Fixpoint orthonormal (es : list S) : Prop :=
  match es with [] => True | e :: rest => ip e e = 1 /\ (forall f, In f rest -> ip e f = 0) /\ orthonormal rest end.

Lemma inside_orthogonal : forall es e w, (forall f, In f es -> ip e f = 0) -> inside es e w = 0.
Proof.
  induction es as [| f es IH]; intros e w H; cbn [inside]; [reflexivity |].
  rewrite IH, (H f); [ring | left; auto | intros; apply H; right; auto].
Qed.

Lemma perp_perp : forall es v w, orthonormal es -> ip (perp es v) (perp es w) = off es v w.
Proof.
  induction es as [| e es IH]; intros v w H; cbn [perp].
  - unfold off; cbn [inside]; ring.
  - destruct H as [unit [orth rest]].
    rewrite ip_add, ip_scal, !ip_add_r, !ip_scal_r, IH by auto.
    assert (X : forall v, ip (perp es v) e = ip v e).
    { intro v0. rewrite perp_ip. unfold off. rewrite inside_sym, inside_orthogonal by auto. ring. }
    rewrite (ip_sym e (perp es w)), !X, unit. unfold off. cbn [inside]. ring.
Qed.

Lemma off_sym : forall es v w, off es v w = off es w v.
Proof. intros; unfold off; rewrite ip_sym, inside_sym; ring. Qed.

Lemma off_add : forall es x y z, off es (vadd x y) z = off es x z + off es y z.
Proof. intros; unfold off; rewrite ip_add, inside_add; ring. Qed.

Lemma off_scal : forall es r x y, off es (vscal r x) y = r * off es x y.
Proof. intros; unfold off; rewrite ip_scal, inside_scal; ring. Qed.

Lemma off_pos : forall es x, orthonormal es -> 0 <= off es x x.
Proof. intros. rewrite <- perp_perp by auto. apply ip_pos. Qed.

Lemma off_schwarz : forall es, orthonormal es -> forall v w,
  off es v w * off es v w <= off es v v * off es w w.
Proof.
  intros es H. apply (form_cauchy_schwarz S vadd vscal (off es));
    [apply off_sym | apply off_add | apply off_scal | intro; apply off_pos; auto].
Qed.

Lemma off_member : forall es f, orthonormal es -> In f es -> off es f f = 0.
Proof.
  induction es as [| e es IH]; intros f H I; [destruct I |]. destruct H as [unit [orth rest]].
  unfold off in *; cbn [inside]. destruct I as [-> | I].
  - rewrite inside_orthogonal by auto. rewrite unit. ring.
  - specialize (IH _ rest I). pose proof (orth _ I) as zero. rewrite (ip_sym f e), zero. lra.
Qed.

Lemma perp_orthogonal : forall es v f, orthonormal es -> In f es -> ip (perp es v) f = 0.
Proof.
  intros es v f H I. rewrite perp_ip. apply zero_of_square.
  pose proof (off_schwarz es H v f) as schwarz. rewrite (off_member es f H I), Rmult_0_r in schwarz. exact schwarz.
Qed.

Lemma dist2_cons : forall e es v, dist2 (e :: es) v = dist2 es v - ip v e * ip v e.
Proof. intros. unfold dist2, off. cbn [inside]. ring. Qed.

Lemma dist2_add : forall es w z, dist2 es (vadd w z) = dist2 es w + 2 * off es w z + dist2 es z.
Proof.
  intros. unfold dist2. rewrite off_add, (off_sym es w), (off_sym es z (vadd w z)), !off_add, (off_sym es z w). ring.
Qed.

Section Data.
Variable data : list S.
Variable R0 : R.
Hypothesis R0_nonneg : 0 <= R0.
Hypothesis radius : forall z, In z data -> ip z z <= R0 * R0.

(* flats; the second list remembers the points that were used *)
Definition direction es z := vscal (/ sqrt (dist2 es z)) (perp es z).
Inductive flat : list S -> list S -> Prop :=
| flat_point : flat [] []
| flat_more : forall es zs z,
    flat es zs -> In z data -> 0 < dist2 es z -> flat (direction es z :: es) (z :: zs).

Lemma direction_ip : forall es z v, ip (direction es z) v = off es z v / sqrt (dist2 es z).
Proof. intros. unfold direction. rewrite ip_scal, perp_ip. unfold Rdiv. ring. Qed.

Lemma flat_orthonormal : forall es zs, flat es zs -> orthonormal es.
Proof.
  intros es zs H; induction H as [| es zs z H IH example away]; cbn [orthonormal]; auto.
  assert (hs : 0 < sqrt (dist2 es z)) by (apply sqrt_lt_R0; auto). split; [| split]; auto.
  - unfold direction. rewrite ip_scal, ip_scal_r, perp_perp by auto. fold (dist2 es z).
    set (q := sqrt (dist2 es z)) in *.
    replace (dist2 es z) with (q * q) by (apply sqrt_sqrt; lra). field. lra.
  - intros f I. unfold direction. rewrite ip_scal, perp_orthogonal by auto. ring.
Qed.

Lemma used_inside : forall es zs, flat es zs -> forall z, In z zs -> dist2 es z = 0.
Proof.
  intros es zs H; induction H as [| es zs z H IH example away]; intros v I; [destruct I |].
  pose proof (flat_orthonormal _ _ (flat_more _ _ _ H example away)) as orthonormal_.
  rewrite dist2_cons. destruct I as [-> | I].
  - rewrite ip_sym, direction_ip. fold (dist2 es v). set (q := sqrt (dist2 es v)).
    assert (hq : 0 < q) by (apply sqrt_lt_R0; auto).
    replace (dist2 es v) with (q * q) by (apply sqrt_sqrt; lra). field. lra.
  - pose proof (IH _ I). pose proof (off_pos _ v orthonormal_) as pos.
    fold (dist2 (direction es z :: es) v) in pos. rewrite dist2_cons in pos.
    assert (0 <= ip v (direction es z) * ip v (direction es z)) by nonneg. lra.
Qed.

Lemma flat_points : forall es zs, flat es zs -> length es = length zs /\ NoDup zs /\ incl zs data.
Proof.
  intros es zs H; induction H as [| es zs z H IH example away].
  - repeat split; [constructor | intros ? []].
  - destruct IH as [len [distinct from]]. repeat split; simpl; auto.
    + constructor; auto. intro I. pose proof (used_inside _ _ H _ I). lra.
    + intros v [-> | I]; auto.
Qed.

Lemma flat_short : forall es zs, flat es zs -> (length es <= length data)%nat.
Proof.
  intros es zs H. destruct (flat_points _ _ H) as [len [distinct from]]. rewrite len.
  apply NoDup_incl_length; auto.
Qed.

(* sigma: a positive lower bound of the distances of data points to the flats they are not in *)
Section Sigma.
  Variable sigma : R.
  Hypothesis sigma_pos : 0 < sigma.
  Hypothesis sigma_below : forall es zs z,
    flat es zs -> In z data -> 0 < dist2 es z -> sigma * sigma <= dist2 es z.

  Fixpoint c (j : nat) : R :=
    match j with
    | O => 0
    | Datatypes.S i => let d := R0 + (R0 / sigma) * (R0 + sqrt (c i + R0 * R0)) in c i + d * d
    end.
  Definition gap j := R0 + (R0 / sigma) * (R0 + sqrt (c j + R0 * R0)).

  Lemma c_next : forall j, c (Datatypes.S j) = c j + gap j * gap j.
  Proof. reflexivity. Qed.

  Lemma ratio_nonneg : 0 <= R0 / sigma.
  Proof. unfold Rdiv. apply Rmult_le_pos; auto. left. apply Rinv_0_lt_compat; auto. Qed.

  Lemma c_grows : forall i j, (i <= j)%nat -> c i <= c j.
  Proof.
    intros i j H; induction H; [lra |]. rewrite c_next. assert (0 <= gap m * gap m) by nonneg. lra.
  Qed.

  Lemma c_nonneg : forall j, 0 <= c j.
  Proof. intro. change 0 with (c 0). apply c_grows. lia. Qed.

  Definition within (L : R) (w : S) := forall es zs, flat es zs -> dist2 es w <= L - c (length es).

  Theorem invariant_step : forall L w z,
    within L w -> In z data -> ip w z <= 0 -> within L (vadd w z).
  Proof.
    intros L w z I hz mistake es zs F. pose proof (flat_orthonormal _ _ F) as o. rewrite dist2_add.
    pose proof (off_pos es z o) as hb. fold (dist2 es z) in hb.
    destruct (Req_dec (dist2 es z) 0) as [inside_ | away].
    - (* the datum lies in the flat: the distance does not change *)
      pose proof (off_schwarz es o w z) as schwarz. fold (dist2 es z) in schwarz.
      rewrite inside_, Rmult_0_r in schwarz. rewrite (zero_of_square _ schwarz), inside_.
      pose proof (I _ _ F). lra.
    - assert (hp : 0 < dist2 es z) by lra.
      pose proof (I _ _ F) as near. pose proof (I _ _ (flat_more _ _ _ F hz hp)) as near_larger.
      pose proof (I _ _ flat_point) as bounded.
      rewrite dist2_cons in near_larger. cbn [length] in *.
      rewrite (ip_sym w (direction es z)), direction_ip in near_larger.
      unfold dist2 at 1, off at 1 in bounded. cbn [inside c] in bounded.
      set (q := sqrt (dist2 es z)) in *. assert (hq : 0 < q) by (apply sqrt_lt_R0; auto).
      assert (eq : q * q = dist2 es z) by (apply sqrt_sqrt; lra).
      set (a := off es z w / q) in *.
      assert (ea : a * q = off es w z) by (unfold a; rewrite (off_sym es w z); field; lra).
      rewrite <- ea, <- eq. set (p := sqrt (inside es z z)).
      assert (ep : p * p = inside es z z) by (apply sqrt_sqrt; apply inside_pos).
      assert (hpn : 0 <= p) by apply sqrt_pos. pose proof (c_nonneg (length es)) as hc.
      assert (hRR : 0 <= R0 * R0) by nonneg.
      assert (rad : p * p + q * q <= R0 * R0).
      { rewrite ep, eq. unfold dist2, off. pose proof (radius _ hz). lra. }
      set (s := sqrt (c (length es) + R0 * R0)). assert (hs : 0 <= s) by apply sqrt_pos.
      assert (es' : s * s = c (length es) + R0 * R0) by (apply sqrt_sqrt; lra).
      assert (pR : p <= R0) by (apply le_of_squares; auto; assert (0 <= q * q) by nonneg; lra).
      assert (qR : q <= R0) by (apply le_of_squares; auto; assert (0 <= p * p) by nonneg; lra).
      assert (sq : sigma <= q) by (apply le_of_squares; [lra | rewrite eq; eapply sigma_below; eauto]).
      apply (step_scalar (dist2 es w) (inside es w w) (inside es w z) a q p s (gap (length es)) L
               (c (length es)) (c (Datatypes.S (length es))) R0); auto.
      + unfold dist2, off. lra.
      + rewrite ea. unfold off. lra.
      + rewrite ep. apply inside_schwarz.
      + unfold gap. fold s. pose proof ratio_nonneg.
        assert (0 <= (R0 / sigma) * (R0 + s)) by (apply Rmult_le_pos; lra). lra.
      + rewrite c_next. ring.
      + unfold gap. fold s.
        assert (R0 * (R0 + s) <= q * ((R0 / sigma) * (R0 + s))).
        { replace (q * ((R0 / sigma) * (R0 + s))) with ((q / sigma) * (R0 * (R0 + s))) by (field; lra).
          assert (1 <= q / sigma).
          { apply (Rmult_le_reg_r sigma); auto. replace (q / sigma * sigma) with q by (field; lra). lra. }
          assert (0 <= R0 * (R0 + s)) by nonneg.
          assert (0 <= (q / sigma - 1) * (R0 * (R0 + s))) by (apply Rmult_le_pos; lra). lra. }
        assert (p * (p + s) <= R0 * (R0 + s)) by (apply Rmult_le_compat; lra).
        assert (0 <= q * (R0 - q)) by nonneg. lra.
  Qed.

  Inductive any_run (w0 : S) : S -> Prop :=
  | any_start : any_run w0 w0
  | any_update : forall w z, any_run w0 w -> In z data -> ip w z <= 0 -> any_run w0 (vadd w z).

  Theorem bounded_by_c : forall w0 w, any_run w0 w -> ip w w <= ip w0 w0 + c (length data).
  Proof.
    intros w0 w H.
    assert (I : within (ip w0 w0 + c (length data)) w).
    { induction H.
      - intros es zs F. pose proof (c_grows _ _ (flat_short _ _ F)). unfold dist2, off.
        pose proof (inside_pos es w0). lra.
      - apply invariant_step; auto. }
    pose proof (I _ _ flat_point) as B. unfold dist2, off in B. cbn [inside length c] in B. lra.
  Qed.
End Sigma.

(* finite data have finitely many flats, so such a sigma exists *)
Lemma flats_finite : forall n, exists l : list (list S), forall es zs, flat es zs -> length es = n -> In es l.
Proof.
  induction n as [| n [l hl]].
  - exists [[]]. intros es zs F e. destruct es; [left; auto | discriminate].
  - exists (flat_map (fun es => map (fun z => direction es z :: es) data) l).
    intros es zs F e. inversion F as [| es0 zs0 z F0 hz hd]; subst; [discriminate |].
    apply in_flat_map. exists es0. split; [eapply hl; eauto | apply in_map_iff; exists z; auto].
Qed.

Lemma flats_finite_upto : forall n, exists l : list (list S),
  forall es zs, flat es zs -> (length es <= n)%nat -> In es l.
Proof.
  induction n as [| n [l hl]].
  - destruct (flats_finite 0) as [l hl]. exists l. intros. eapply hl; eauto. lia.
  - destruct (flats_finite (Datatypes.S n)) as [m hm]. exists (l ++ m). intros es zs F len.
    apply in_or_app. destruct (Nat.eq_dec (length es) (Datatypes.S n)); [right; eauto | left; eapply hl; eauto; lia].
Qed.

Lemma least_positive : forall l : list R, exists m, 0 < m /\ forall x, In x l -> 0 < x -> m * m <= x.
Proof.
  induction l as [| a l [m [hm h]]].
  - exists 1; split; [lra | intros x []].
  - destruct (Rlt_dec 0 a).
    + exists (Rmin m (sqrt a)). assert (0 < sqrt a) by (apply sqrt_lt_R0; auto).
      assert (root : sqrt a * sqrt a = a) by (apply sqrt_sqrt; lra).
      assert (0 < Rmin m (sqrt a)) by (apply Rmin_pos; auto). split; auto.
      pose proof (Rmin_l m (sqrt a)). pose proof (Rmin_r m (sqrt a)). intros x [<- | I] hx.
      * rewrite <- root at 3. apply Rmult_le_compat; lra.
      * eapply Rle_trans; [| apply h; eauto]. apply Rmult_le_compat; lra.
    + exists m; split; auto. intros x [<- | I] hx; [lra | auto].
Qed.

Lemma sigma_exists : exists sigma, 0 < sigma /\
  forall es zs z, flat es zs -> In z data -> 0 < dist2 es z -> sigma * sigma <= dist2 es z.
Proof.
  destruct (flats_finite_upto (length data)) as [l hl].
  destruct (least_positive (flat_map (fun es => map (fun z => dist2 es z) data) l)) as [m [hm h]].
  exists m; split; auto. intros es zs z F hz hp. apply h; auto.
  apply in_flat_map. exists es; split.
  - eapply hl; eauto. eapply flat_short; eauto.
  - apply in_map_iff. exists z; auto.
Qed.

Theorem perceptron_bounded : exists C, forall w0 w, any_run w0 w -> ip w w <= ip w0 w0 + C.
Proof.
  destruct sigma_exists as [sigma [positive_ below]]. exists (c sigma (length data)).
  intros. apply bounded_by_c; auto.
Qed.
End Data.
End Space.
