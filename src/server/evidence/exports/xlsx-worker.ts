import { utils, write } from 'xlsx';
import { answerRequests } from '#platform/kernel/concurrency/answer-requests';
import { type Book, createBook } from './xlsx-book';
import type { XlsxAnswer, XlsxRequest } from './xlsx-worker-client';

/** The program of the thread that makes workbooks. */

let book: Book | undefined;

answerRequests<XlsxRequest, XlsxAnswer>(
  (request) => {
    if ('begin' in request) book = createBook({ utils, write }, request.begin.header, request.begin.name);
    if ('rows' in request) book?.add(request.rows);
    return 'end' in request ? (book?.write() ?? null) : null;
  },
  (answer) => (answer === null ? [] : [answer.buffer]),
);
