const { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } = require('node:crypto');

/**
 * What waits in the outbox names visitors, and a table may outlive an erasure that was cut short: so nothing
 * of it is ever there in clear. Keys come from the webhook's own secrets; earlier ones still open what they
 * sealed.
 * @param {readonly Buffer[]} secrets the one in use first
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

    /** The text, or null when no secret opens it. */
    open(id, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      for (const { body } of keys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', body, bytes.subarray(0, 12))
            .setAAD(Buffer.from(id))
            .setAuthTag(bytes.subarray(-16));
          return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
        } catch {
          // Sealed under another one.
        }
      }
      return null;
    },

    /**
     * By which the rows of a visitor can be found without naming the visitor: under each secret, the one in
     * use first.
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
