import { createHash } from 'node:crypto';
import { canonicalJson } from '#platform/kernel/json';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { createReceiptProfile, receiptCalls } from '../support/receipts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

eachDatabaseSystem((database) => {
  test('evidence and receipt are the same on every database: ordered states, reproducible hashes', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({
      knex,
      config: { receipts: { publicUrl: 'https://shop.example/svc/api/v1' } },
    });
    const { id: profileId } = await createReceiptProfile(app);
    const calls = consentCalls(app);
    await calls
      .submit({ visitorId: 'visitor', profileId, consentJson: allGranted, timezone: 'America/Los_Angeles' })
      .expect(200);
    await calls
      .submit({ visitorId: 'visitor', profileId, consentJson: allDenied, tcfString: 'TC' })
      .set('Cookie', cookieOf('visitor'))
      .expect(200);
    const evidence = async () =>
      (
        await app.request
          .get(`${app.adminBase}/consents/visitor/evidence`)
          .set(await app.asAdmin())
          .expect(200)
      ).body;
    await evidence();
    const { history, audit, receipt, country } = await evidence();

    expect(
      history.map(({ action, consentJson }: { action: string; consentJson: object }) => [
        action,
        consentJson,
      ]),
    ).toEqual([
      ['updated', allDenied],
      ['created', allGranted],
    ]);
    expect(audit.lines.map(({ action }: { action: string }) => action)).toEqual([
      'profile:created',
      'profile:activated',
      'export:evidence',
      'export:evidence',
    ]);
    for (const { hash, ...entry } of audit.lines) expect(sha256(canonicalJson(entry))).toBe(hash);
    expect(country).toBe('US');

    const { receipt_id, issuedAt, ...told } = (await receiptCalls(app).json('visitor').expect(200)).body;
    expect({ ...receipt, receipt_id: undefined, issuedAt: undefined }).toEqual({
      ...told,
      receipt_id: undefined,
      issuedAt: undefined,
    });
    expect(told).toMatchObject({
      tcString: 'TC',
      gpcDetected: false,
      choices: allDenied,
      purposes: [{ jurisdiction: 'US' }, {}, {}],
    });
    await app.close();
  });
});
