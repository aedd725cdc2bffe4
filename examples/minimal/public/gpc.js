// Stands for a browser that sends the Global Privacy Control signal.
Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
