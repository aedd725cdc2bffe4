const { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } = require('node:crypto');

/**
 * Creates the encryption of the outbox. Waiting messages name visitors, and a row can outlive an interrupted
 * erasure, so the content is never stored in clear text. Keys are derived from the webhook's own secrets;
 * keys from earlier secrets still decrypt.
 * @param {readonly Buffer[]} secrets the current secret first
 */
function createSealing(secrets) {
  const keys = secrets.map((secret) => ({
    body: derive(secret, 'outbox body'),
    visitor: derive(secret, 'outbox visitor'),
  }));

  return {
    /** @param {string} id binds the text to its row */
    seal(id, text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keys[0].body, iv).setAAD(Buffer.from(id));
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64',
      );
    },

    /** Returns the text, or null when no secret decrypts it. */
    open(id, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      for (const { body } of keys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', body, bytes.subarray(0, 12))
            .setAAD(Buffer.from(id))
            .setAuthTag(bytes.subarray(-16));
          return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
        } catch {
          // Encrypted under another secret.
        }
      }
      return null;
    },

    /**
     * Returns the keyed hashes by which a visitor's rows are found without naming the visitor: one for each
     * secret, the current one first.
     */
    visitorKeys: (tenantId, visitorId) =>
      keys.map(({ visitor }) =>
        createHmac('sha256', visitor)
          .update(JSON.stringify([tenantId, visitorId]))
          .digest('hex'),
      ),
  };
}

const derive = (secret, purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

module.exports = { createSealing };
