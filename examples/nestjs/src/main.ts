import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { consent } from './consent';

async function bootstrap() {
  const app = await NestFactory.create<NestExpressApplication>(AppModule);
  app.use(consent.publicRouter, consent.adminRouter);
  app.set('trust proxy', 1); // one proxy in front; leave it out where visitors connect directly
  await consent.start();
  await app.listen(3000);
}
bootstrap();
