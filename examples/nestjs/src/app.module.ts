import { Controller, Get, Module } from '@nestjs/common';

@Controller()
class ShopController {
  @Get()
  page() {
    return '<!doctype html><title>Shop</title><script src="/svc/widget.js" async></script><h1>Shop</h1>';
  }
}

@Module({ controllers: [ShopController] })
export class AppModule {}
