/* A perceptron in C, held to the test vectors:
 *
 *     cc -O2 -o check_vectors check_vectors.c && ./check_vectors vectors.json
 *
 * Weights are int64, scores 128 bits.  Compiled with -DPLANTED_BUG the offset moves without the label, which the
 * vectors must catch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- just enough JSON --- */

typedef struct Json Json;
struct Json {
    char kind; /* o a s n l: object, array, string, number, literal */
    char *text;
    Json **items;
    char **keys;
    int count;
};

static const char *at;

static void fail(const char *what) {
    fprintf(stderr, "check_vectors: %s\n", what);
    exit(2);
}

static void blank(void) {
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r') at++;
}

static char *copy(const char *from, size_t length) {
    char *text = malloc(length + 1);
    if (!text) fail("out of memory");
    memcpy(text, from, length);
    text[length] = 0;
    return text;
}

static char *string(void) {
    const char *from = ++at;
    while (*at && *at != '"') at += *at == '\\' && at[1] ? 2 : 1;
    if (!*at) fail("a string does not end");
    return copy(from, (size_t)(at++ - from));
}

static Json *parse(void) {
    Json *json = calloc(1, sizeof *json);
    if (!json) fail("out of memory");
    blank();
    if (*at == '{' || *at == '[') {
        char end = *at == '{' ? '}' : ']';
        int room = 0;
        json->kind = *at++ == '{' ? 'o' : 'a';
        for (blank(); *at != end; blank()) {
            if (!*at) fail("the file ends too early");
            if (*at == ',') at++;
            blank();
            if (json->count == room) {
                room = room ? 2 * room : 4;
                json->items = realloc(json->items, (size_t)room * sizeof *json->items);
                json->keys = realloc(json->keys, (size_t)room * sizeof *json->keys);
                if (!json->items || !json->keys) fail("out of memory");
            }
            if (json->kind == 'o') {
                json->keys[json->count] = string();
                blank();
                if (*at++ != ':') fail("a key without a value");
            }
            json->items[json->count++] = parse();
        }
        at++;
    } else if (*at == '"') {
        json->kind = 's';
        json->text = string();
    } else {
        const char *from = at;
        while (*at && !strchr(",]} \n", *at)) at++;
        json->kind = *from == 'n' || *from == 't' || *from == 'f' ? 'l' : 'n';
        json->text = copy(from, (size_t)(at - from));
    }
    return json;
}

static Json *get(const Json *object, const char *key) {
    for (int i = 0; i < object->count; i++)
        if (!strcmp(object->keys[i], key)) return object->items[i];
    fail(key);
    return NULL;
}

static long long number(const Json *json) { return strtoll(json->text, NULL, 10); }
static int is(const Json *json, const char *text) { return !strcmp(json->text, text); }

/* --- the perceptron --- */

enum { MOST = 64 };
typedef long long Word;
typedef __int128 Wide;

typedef struct {
    Json *json, *expected;
    int examples, dimension, axis, residual;
    Word x[MOST][MOST], y[MOST], w[MOST], b, offset_step, axis_weight, unit, tau, beta[2];
    int k, round, made, counted;
    const char *reason;
    Json *updates, *counts;
    Wide sums[MOST + 1];
    Word count;
} Run;

static Wide inner(const Run *r, const Word *w, Wide b, const Word *x) {
    for (int j = 0; j < r->dimension; j++) b += (Wide)w[j] * x[j] * (j == r->axis ? r->axis_weight : 1);
    return b;
}

static Wide signed_score(const Run *r, int i) { return r->y[i] * inner(r, r->w, r->b, r->x[i]); }

static Wide demand(const Run *r, int i) {
    Wide s = signed_score(r, i);
    const Json *correction = get(r->json, "correction"), *margin = get(r->json, "margin"), *tie = get(r->json, "tie");
    int wrong;
    if (r->residual) return r->unit - s;
    if (is(correction, "target-sign")) return s < 0 ? 2 : s == 0;
    if (is(margin, "fixed")) wrong = s <= r->tau;
    else if (is(margin, "relative")) {
        Wide square = inner(r, r->w, 0, r->w), left = r->beta[1] * s;
        wrong = s <= 0 || left * left <= (Wide)r->beta[0] * r->beta[0] * square;
    } else if (is(tie, "mistake")) wrong = s <= 0;
    else if (is(tie, "correct")) wrong = s < 0;
    else if (is(tie, "plus")) wrong = s < 0 || (s == 0 && r->y[i] < 0);
    else wrong = s < 0 || (s == 0 && r->y[i] > 0);
    return wrong ? (is(correction, "target-output") ? 2 : 1) : 0;
}

static void survive(Run *r, int times) {
    r->count += times;
    for (int j = 0; j < r->dimension; j++) r->sums[j] += (Wide)times * r->w[j];
    r->sums[r->dimension] += (Wide)times * r->b;
}

static void close_count(Run *r) {
    if (r->counts->count && (r->counted >= r->counts->count || number(r->counts->items[r->counted]) != r->count))
        r->reason = "other survival counts";
    r->counted++;
    r->count = 0;
}

static int correct(Run *r, const int *chunk, int size) {
    Wide demands[MOST];
    int wrong = 0, any = 0;
    for (int i = 0; i < size; i++) any |= (demands[i] = demand(r, chunk[i])) != 0;
    if (!any) return 0;
    for (int i = 0; i < size; i++) wrong += r->residual || demands[i] != 0;
    survive(r, r->round - 1 - r->made);
    close_count(r);
    Json *steps = get(r->json, "steps");
    Word step = number(steps->items[r->k < steps->count ? r->k : steps->count - 1]);
    if (is(get(r->json, "group"), "mean-batch")) step /= wrong;
    Json *told = r->k < r->updates->count ? r->updates->items[r->k] : NULL;
    int place = 0;
    for (int i = 0; i < size; i++) {
        int e = chunk[i];
        if (!r->residual && !demands[i]) continue;
        if (!told || place >= told->count || number(told->items[place]) != e) r->reason = "other updates";
        place++;
        Wide c = (r->residual ? (Wide)step * demands[i] / r->unit : step * demands[i]) * r->y[e];
        for (int j = 0; j < r->dimension; j++) r->w[j] += (Word)(c * r->x[e][j]);
#ifdef PLANTED_BUG
        r->b += (Word)(c * r->y[e] * r->offset_step);
#else
        r->b += (Word)(c * r->offset_step);
#endif
    }
    if (told && place != told->count) r->reason = "other updates";
    r->k++;
    survive(r, 1);
    r->made = r->round;
    return 1;
}

static int pick(const Run *r, const char *order) {
    int found = -1, seen = 0;
    Json *draws = get(r->json, "draws");
    int draw = *order == 'r' && r->k < draws->count ? (int)number(draws->items[r->k]) : 0;
    for (int i = 0; i < r->examples; i++) {
        if (!demand(r, i)) continue;
        if (found < 0 || !strcmp(order, "last") || (!strcmp(order, "worst") && signed_score(r, i) < signed_score(r, found))
            || (*order == 'r' && seen == draw))
            found = i;
        seen++;
    }
    return found;
}

static const char *check(const Json *vector) {
    static Run run;
    Run *r = &run;
    memset(r, 0, sizeof *r);
    r->json = get(vector, "integers");
    r->expected = get(vector, "expected");
    r->updates = get(r->expected, "updates");
    r->counts = get(r->expected, "counts");
    Json *x = get(r->json, "x"), *y = get(r->json, "y"), *start = get(r->json, "start"), *scans = get(r->json, "scans");
    r->examples = x->count;
    r->dimension = start->count;
    if (r->examples > MOST || r->dimension >= MOST) fail("a case is too large");
    for (int i = 0; i < r->examples; i++) {
        r->y[i] = number(y->items[i]);
        for (int j = 0; j < r->dimension; j++) r->x[i][j] = number(x->items[i]->items[j]);
    }
    for (int j = 0; j < r->dimension; j++) r->w[j] = number(start->items[j]);
    r->b = number(get(r->json, "start_offset"));
    r->offset_step = number(get(r->json, "offset_step"));
    r->axis = (int)number(get(r->json, "axis"));
    r->axis_weight = number(get(r->json, "axis_weight"));
    r->unit = number(get(r->json, "unit"));
    r->tau = number(get(r->json, "tau"));
    r->beta[0] = number(get(r->json, "beta")->items[0]);
    r->beta[1] = number(get(r->json, "beta")->items[1]);
    r->residual = is(get(r->json, "correction"), "residual");
    survive(r, 1);

    const char *order = get(r->json, "order")->text;
    Json *group = get(r->json, "group"), *cycle = get(r->expected, "cycle");
    int picks = !strcmp(order, "first") || !strcmp(order, "last") || !strcmp(order, "worst") || !strcmp(order, "random");
    int size = is(group, "online") ? 1 : is(group, "mini-batch") ? (int)number(get(r->json, "batch_size")) : r->examples;
    int passes = (int)number(get(r->expected, "passes")), quiet = 1;
    int first_pass = cycle->kind == 'o' ? (int)number(get(cycle, "first_pass")) : -1;
    Word kept[MOST], kept_b = r->b;
    memcpy(kept, r->w, sizeof kept);
    for (int pass = 0; pass < passes && !r->reason; pass++) {
        quiet = 1;
        if (picks) {
            r->round += r->examples;
            int i = pick(r, order);
            if (i >= 0) quiet = !correct(r, &i, 1);
        } else {
            for (int place = 0; place < r->examples; place += size) {
                int chunk[MOST], length = 0;
                for (int i = place; i < place + size && i < r->examples; i++)
                    chunk[length++] = scans->count ? (int)number(scans->items[pass]->items[i]) : i;
                r->round += length;
                if (correct(r, chunk, length)) quiet = 0;
            }
        }
        if (pass + 1 == first_pass) {
            memcpy(kept, r->w, sizeof kept);
            kept_b = r->b;
        }
    }
    if (r->reason) return r->reason;
    survive(r, r->round - r->made);
    close_count(r);
    if (r->reason) return r->reason;
    if (r->k != r->updates->count) return "other updates";
    Json *weights = get(r->expected, "weights"), *sum = get(r->expected, "sum");
    for (int j = 0; j < r->dimension; j++)
        if (r->w[j] != number(weights->items[j])) return "other weights";
    if (r->b != number(get(r->expected, "offset"))) return "another offset";
    if (is(get(r->expected, "outcome"), "converged") && !quiet) return "the last pass is not quiet";
    if (first_pass >= 0 && (memcmp(kept, r->w, sizeof(Word) * (size_t)r->dimension) || kept_b != r->b)) return "no cycle";
    if (sum->count == r->dimension + 1 && (r->offset_step || is(get(get(vector, "conventions"), "offset"), "none")))
        for (int j = 0; j <= r->dimension; j++)
            if (r->sums[j] != number(sum->items[j])) return "another sum";
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 2) fail("usage: check_vectors vectors.json");
    FILE *file = fopen(argv[1], "rb");
    if (!file) fail("the vectors cannot be opened");
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *text = malloc((size_t)length + 1);
    if (!text || fread(text, 1, (size_t)length, file) != (size_t)length) fail("the vectors cannot be read");
    text[length] = 0;
    fclose(file);
    at = text;
    Json *cases = get(parse(), "cases");
    int failed = 0;
    for (int i = 0; i < cases->count; i++) {
        const char *reason = check(cases->items[i]);
        if (reason && ++failed <= 5)
            printf("case %s (%s): %s\n", get(cases->items[i], "number")->text, get(cases->items[i], "comment")->text, reason);
    }
    printf("%d of %d cases pass\n", cases->count - failed, cases->count);
    return failed ? 1 : 0;
}
