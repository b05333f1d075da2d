(* Real inner-product spaces, and Cauchy-Schwarz for every symmetric non-negative bilinear form.

   A space is given by its operations and by what the inner product does with them. Nothing is said about
   equality of vectors: two vectors with the same inner products are as good as equal everywhere below. *)

Require Import Reals Lra.
Open Scope R_scope.

Record space := {
  vec :> Type;
  vadd : vec -> vec -> vec;
  vscal : R -> vec -> vec;
  vzero : vec;
  ip : vec -> vec -> R;
  ip_sym : forall a b, ip a b = ip b a;
  ip_add : forall a b c, ip (vadd a b) c = ip a c + ip b c;
  ip_scal : forall r a b, ip (vscal r a) b = r * ip a b;
  ip_zero : forall a, ip vzero a = 0;
  ip_pos : forall a, 0 <= ip a a
}.

Arguments vadd {s}.
Arguments vscal {s}.
Arguments vzero {s}.
Arguments ip {s}.
Arguments ip_sym {s}.
Arguments ip_add {s}.
Arguments ip_scal {s}.
Arguments ip_zero {s}.
Arguments ip_pos {s}.

(* the sign of a product, from the signs of its factors *)
Ltac nonneg := match goal with
  | |- 0 <= ?a * ?a => exact (Rle_0_sqr a)
  | |- 0 <= ?a * ?b => first [assumption | apply Rmult_le_pos; nonneg]
  | _ => first [assumption | apply pos_INR | lra]
  end.

Ltac positive := match goal with
  | |- 0 < ?a * ?b => first [lra | apply Rmult_lt_0_compat; positive]
  | _ => lra
  end.

(* Two facts on numbers that the bounds use again and again. *)

Lemma le_of_squares : forall s r, 0 <= r -> s * s <= r * r -> s <= r.
Proof.
  intros s r hr h. apply Rnot_lt_le; intro contrary.
  assert (0 < (s - r) * (s - r)) by positive.
  assert (0 <= r * (s - r)) by nonneg.
  lra.
Qed.

(* k M >= (k d)^2 gives M >= k d^2: one factor k cancels, also when k = 0 *)
Lemma cancel_count : forall k M d, 0 <= M -> 0 <= k * M - k * k * (d * d) -> k * (d * d) <= M.
Proof.
  intros k M d hM h. apply Rnot_lt_le; intro contrary.
  assert (0 < (k * (d * d) - M) * (k * (d * d) - M)) by positive.
  pose proof (Rmult_le_pos _ _ (Rle_0_sqr d) h) as scaled. unfold Rsqr in scaled.
  assert (0 <= M * (k * (d * d) - M)) by nonneg.
  lra.
Qed.

Lemma zero_of_square : forall t, t * t <= 0 -> t = 0.
Proof.
  intros t h. destruct (Req_dec t 0) as [zero | nonzero]; [exact zero |].
  pose proof (Rsqr_pos_lt _ nonzero). unfold Rsqr in *. lra.
Qed.

(* T0, for any form: with p = b x y, A = b x x, B = b y y and N = p^2 - A B > 0 the sum
   2 N^2 + N b(x - p y) + b(A y - p x) + p^2 b(B x - p y) + 2 A B N would be positive, and it is zero. *)
Section Form.
  Variable V : Type.
  Variable add : V -> V -> V.
  Variable scal : R -> V -> V.
  Variable b : V -> V -> R.
  Hypothesis b_sym : forall x y, b x y = b y x.
  Hypothesis b_add : forall x y z, b (add x y) z = b x z + b y z.
  Hypothesis b_scal : forall r x y, b (scal r x) y = r * b x y.
  Hypothesis b_pos : forall x, 0 <= b x x.

  Lemma form_combination : forall r s x y,
    b (add (scal r x) (scal s y)) (add (scal r x) (scal s y))
      = r * r * b x x + 2 * r * s * b x y + s * s * b y y.
  Proof.
    intros. rewrite b_add, !b_scal, !(b_sym _ (add _ _)), !b_add, !b_scal, (b_sym y x). ring.
  Qed.

  Theorem form_cauchy_schwarz : forall x y, b x y * b x y <= b x x * b y y.
  Proof.
    intros x y. apply Rnot_lt_le; intro contrary.
    set (p := b x y) in *; set (A := b x x) in *; set (B := b y y) in *.
    assert (N : 0 < p * p - A * B) by lra.
    pose proof (b_pos (add (scal 1 x) (scal (- p) y))) as h1.
    pose proof (b_pos (add (scal (- p) x) (scal A y))) as h2.
    pose proof (b_pos (add (scal B x) (scal (- p) y))) as h3.
    rewrite form_combination in h1, h2, h3. fold p A B in h1, h2, h3.
    assert (hA : 0 <= A) by apply b_pos.
    assert (hB : 0 <= B) by apply b_pos.
    assert (0 < 2 * (p * p - A * B) * (p * p - A * B)) by positive.
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ N) h1).
    assert (hp : 0 <= p * p) by nonneg.
    pose proof (Rmult_le_pos _ _ hp h3).
    pose proof (Rmult_le_pos _ _ (Rmult_le_pos _ _ hA hB) (Rlt_le _ _ N)).
    lra.
  Qed.
End Form.

Section Space.
  Variable S : space.

  Lemma ip_add_r : forall a b c : S, ip c (vadd a b) = ip c a + ip c b.
  Proof. intros. rewrite ip_sym, ip_add, (ip_sym a), (ip_sym b). ring. Qed.

  Lemma ip_scal_r : forall r (a b : S), ip b (vscal r a) = r * ip b a.
  Proof. intros. rewrite ip_sym, ip_scal, (ip_sym a). ring. Qed.

  Lemma ip_zero_r : forall a : S, ip a vzero = 0.
  Proof. intros. rewrite ip_sym. apply ip_zero. Qed.

  Theorem cauchy_schwarz : forall a b : S, ip a b * ip a b <= ip a a * ip b b.
  Proof.
    apply (form_cauchy_schwarz S vadd vscal ip); [apply ip_sym | apply ip_add | apply ip_scal | apply ip_pos].
  Qed.
End Space.

(* multiply inner products out *)
Ltac expand :=
  repeat (rewrite ?ip_add, ?ip_add_r, ?ip_scal, ?ip_scal_r, ?ip_zero, ?ip_zero_r).
