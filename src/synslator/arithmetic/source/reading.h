/* Hypotheses read new pieces: a whole pass through a decoder, from pieces to log-probabilities.

   The hypotheses of a pass need not have anything in common: each has its own source, has read any number of pieces
   and reads any number of new ones. What they share is that every matrix is fetched once for all of them. */

/* What pieces are at their positions. */
static void embed(const Decoder *model, const Reading *one, long width, float *states) {
    for (long r = 0; r < one->fresh; r++, states += width) {
        const int8_t *row = model->embedding + one->ids[r] * width;
        const float scale = model->embedding_scales[one->ids[r]];
        for (long i = 0; i < width; i++) states[i] = row[i] * scale + one->waves[r * width + i];
    }
}

/* New pieces take their keys and values to their places, and look at what was read before them and at themselves.
   `fused` has their queries, keys and values; those of the layer begin at column `at` of the hypothesis's rows. */
static void look_back(const Reading *one, long at, long width, const float *fused, float *scores, float *out) {
    const float *keys = one->rows + at, *values = keys + width;
    for (long r = 0; r < one->fresh; r++)
        memcpy(one->rows + one->tokens[one->before + r] * one->stride + at, fused + r * 3 * width + width,
               2 * width * sizeof(float));
    for (long i = 0; i < width; i += HEAD)
        for (long r = 0; r < one->fresh; r++)
            look(fused + r * 3 * width + i, keys + i, values + i, one->stride, one->tokens, one->before + r + 1, scores,
                 out + r * width + i);
}

/* New pieces look at their source; if asked for, how much they look where is noted as a mean of all heads. */
static void look_across(const Reading *one, const float *source, long width, const float *queries,
                        const int64_t *every, float *scores, long room, float *attention, float *out) {
    const float part = (float)HEAD / width;
    if (attention) memset(attention, 0, one->fresh * one->length * sizeof(float));
    for (long i = 0; i < width; i += HEAD)
        for (long r = 0; r < one->fresh; r += 4) {
            const long rows = one->fresh - r < 4 ? one->fresh - r : 4;
            look_alike(queries + r * width + i, width, rows, source + i, source + width + i, 2 * width, every,
                       one->length, scores, room, out + r * width + i, width);
            if (!attention) continue;
            for (long q = 0; q < rows; q++)
                for (long t = 0; t < one->length; t++)
                    attention[(r + q) * one->length + t] += part * scores[q * room + t];
        }
}

/* Log-probabilities in place of scores. */
static void log_softmax(float *scores, long count) {
    Floats top = broadcast(-INFINITY), sum = broadcast(0);
    long i = 0;
    for (; i + LANES <= count; i += LANES) top = max(top, load(scores + i));
    float most = max_of(top);
    for (; i < count; i++) most = fmaxf(most, scores[i]);
    for (i = 0; i < count; i += LANES) /* the matrix has whole vectors of columns, if empty ones */
        sum = add(sum, only(first(count - i), exp_of(sub(load(scores + i), broadcast(most)))));
    const float total = most + logf(sum_of(sum));
    for (i = 0; i < count; i++) scores[i] -= total;
}

/* Take the new pieces of all readings through a layer. `mixed` has room for 4 `width` and `wide` numbers for each. */
static int read_layer(const Decoder *model, long n, const Reading *readings, long count, long rows, float *states,
                      float *mixed, const int64_t *every, float *scores, long room) {
    const Layer *layer = model->layer[n];
    const long width = layer->fused->inputs, wide = layer->inner->outputs;
    float *fused = mixed + rows * width, *inner = fused + rows * 3 * width;
    if (NAME(linear)(layer->fused, layer->norm, states, rows, 0, 0, fused, 3 * width)) return 1;
    for (long c = 0, r = 0; c < count; r += readings[c++].fresh)
        look_back(readings + c, n * 2 * width, width, fused + r * 3 * width, scores, mixed + r * width);
    if (NAME(linear)(layer->out, 0, mixed, rows, 0, 1, states, width)) return 1;
    if (layer->query) {
        if (NAME(linear)(layer->query, layer->source_norm, states, rows, 0, 0, fused, width)) return 1;
        for (long c = 0, r = 0; c < count; r += readings[c++].fresh)
            look_across(readings + c, readings[c].source[n], width, fused + r * width, every, scores, room,
                        n + 1 == model->layers ? readings[c].attention : 0, mixed + r * width);
        if (NAME(linear)(layer->source_out, 0, mixed, rows, 0, 1, states, width)) return 1;
    }
    return NAME(linear)(layer->inner, layer->feed_norm, states, rows, 0, 0, inner, wide) ||
           NAME(linear)(layer->outer, 0, inner, rows, 1, 1, states, width);
}

/* The log-probabilities of an output's pieces after some hidden states. Returns as `linear` does. */
int NAME(score)(const Matrix *output, long pieces, const float *hidden, long rows, float *scores) {
    if (NAME(linear)(output, 0, hidden, rows, 0, 0, scores, output->outputs)) return 1;
    for (long r = 0; r < rows; r++) log_softmax(scores + r * output->outputs, pieces);
    return 0;
}

/* Score what readings are asked about, those together that stand together and have an output in common. */
static int score_readings(const Reading *readings, long count, const float *hidden, long width) {
    for (long c = 0, next, rows; c < count; c = next, hidden += rows * width) {
        const Reading *one = readings + c;
        rows = one->keep;
        for (next = c + 1; next < count && readings[next].output == one->output &&
                           readings[next].scores == one->scores + rows * one->output->outputs;)
            rows += readings[next++].keep;
        if (NAME(score)(one->output, one->pieces, hidden, rows, one->scores)) return 1;
    }
    return 0;
}

/* Have hypotheses read their new pieces. The hidden states of those that they are asked about are written row after
   row. Returns as `linear` does. */
int NAME(read)(const Decoder *model, const Reading *readings, long count, float *hidden) {
    const long width = model->norm->width;
    long rows = 0, longest = 1, wide = 0;
    for (long c = 0; c < count; c++) {
        const Reading *one = readings + c;
        rows += one->fresh;
        longest = one->length > longest ? one->length : longest;
        longest = one->before + one->fresh > longest ? one->before + one->fresh : longest;
    }
    for (long n = 0; n < model->layers; n++)
        if (model->layer[n]->inner->outputs > wide) wide = model->layer[n]->inner->outputs;
    const long room = longest + LANES;
    int64_t *every = malloc(longest * sizeof(int64_t) + (rows * (5 * width + wide) + 4 * room) * sizeof(float));
    if (!every) return 1;
    float *states = (float *)(every + longest), *mixed = states + rows * width;
    float *looks = mixed + rows * (4 * width + wide);
    for (long t = 0; t < longest; t++) every[t] = t;
    for (long c = 0, r = 0; c < count; r += readings[c++].fresh) embed(model, readings + c, width, states + r * width);
    int failed = 0;
    for (long n = 0; n < model->layers && !failed; n++)
        failed = read_layer(model, n, readings, count, rows, states, mixed, every, looks, room);
    float *next = hidden;
    for (long c = 0, r = 0; c < count; r += readings[c++].fresh)
        for (long k = readings[c].fresh - readings[c].keep; k < readings[c].fresh; k++, next += width)
            normalize_row(model->norm, states + (r + k) * width, next);
    failed = failed || score_readings(readings, count, hidden, width);
    free(every);
    return failed;
}
