<?php

declare(strict_types=1);

require_once __DIR__ . '/../node_modules/mailroom-sandbox/runners/MailroomSandbox.php';

use PHPUnit\Framework\TestCase;

final class ShopTest extends TestCase
{
    use WithMailroomSandbox;

    /** Each test starts from a shop that has sent Ada a welcome message. */
    protected function sandboxSnapshot(MailroomSandbox $server): string
    {
        $shop = $server->fork();
        self::send($shop, 'ada@shop.example', 'Welcome', '<p>Welcome to the shop.</p>');
        $shop->advance('hour');
        $shop->saveSnapshot('welcomed');
        $server->end($shop);
        return 'welcomed';
    }

    public function testASignUpSendsACode(): void
    {
        self::send($this->sandbox, 'grace@shop.example', 'Your code', '<p>Your code is 482913.</p>');
        $message = $this->sandbox->waitFor(to: 'grace@shop.example', code: true);
        self::assertSame(['482913'], $message['codes']);
        $this->sandbox->assertDelivered($message, advance: 'hour');
    }

    public function testAWrongAddressBounces(): void
    {
        self::send($this->sandbox, 'bounce@shop.example', 'Your code', '<p>Your code is 482913.</p>');
        $message = $this->sandbox->waitFor(to: 'bounce@shop.example');
        $this->sandbox->assertBounced($message, advance: 'hour');
    }

    public function testTheLinkInAnOrderLeadsToIt(): void
    {
        $html = '<p><a href="https://shop.example/orders/7">Your order</a></p>';
        self::send($this->sandbox, 'ada@shop.example', 'Order 7', $html);
        $message = $this->sandbox->waitFor(to: 'ada@shop.example', subject: 'Order 7');
        $link = $this->sandbox->findLink($message, '#/orders/\d+$#');
        self::assertSame('https://shop.example/orders/7', $this->sandbox->follow($link));
    }

    public function testAdaUnsubscribesFromWhatSheGotBefore(): void
    {
        $message = $this->sandbox->waitFor(to: 'ada@shop.example');
        $this->sandbox->assertDelivered($message);
        self::assertSame('unsubscribed', $this->sandbox->unsubscribe($message)['lastState']);
    }

    public function testEachTestHasAForkOfItsOwn(): void
    {
        self::assertSame(['Welcome'], array_column($this->sandbox->outbox(), 'subject'));
    }

    /** In your suite, this is the program under test. It gets the address, user and key of the sandbox. */
    private static function send(MailroomSandbox $sandbox, string $to, string $subject, string $html): void
    {
        $message = ['from' => ['address' => 'shop@shop.example'], 'subject' => $subject, 'html' => $html];
        $http = [
            'method' => 'POST',
            'header' => [
                'Content-Type: application/json',
                "X-Service-ApiUser: {$sandbox->user}",
                "X-Service-ApiKey: {$sandbox->key}",
            ],
            'content' => json_encode(['to' => [['address' => $to]], 'msg' => $message]),
        ];
        file_get_contents("{$sandbox->url}/messages/send", false, stream_context_create(['http' => $http]));
    }
}
