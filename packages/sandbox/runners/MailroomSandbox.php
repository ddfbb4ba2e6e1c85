<?php

declare(strict_types=1);

// The sandbox of mailroom-sandbox for PHPUnit: a fork for each test. Needs PHP 8.0 and PHPUnit 9, and no extension but json.
// In a test: require_once 'node_modules/mailroom-sandbox/runners/MailroomSandbox.php'; and `use WithMailroomSandbox;` in the class.

use PHPUnit\Framework\Assert;

/** A sandbox. Give your program `url`, `user` and `key`, or `smtp` ("127.0.0.1:PORT"). */
final class MailroomSandbox
{
    private const ARRIVED = ['delivered', 'unsubscribed', 'complaint'];
    private const BOUNCED = ['hardbounced', 'softbounced'];
    private const UNFINISHED = ['requested', 'scheduled', 'deferred'];

    private static ?self $server = null;

    private function __construct(
        public string $url,
        public string $user,
        public string $key,
        public string $smtp,
        private string $admin,
        private string $token,
        private string $id,
    ) {
    }

    /** The sandbox that tests take forks of: a running one that the environment names, or a process of its own. */
    public static function server(): self
    {
        return self::$server ??= self::joined() ?? self::started();
    }

    /**
     * The newest message that matches, as soon as there is one; after `timeout` seconds, the test fails with the reasons.
     *
     * @return array<string, mixed>
     */
    public function waitFor(
        ?string $to = null,
        ?string $subject = null,
        ?string $tag = null,
        bool $code = false,
        ?string $state = null,
        ?string $after = null,
        string|int|null $advance = null,
        float $timeout = 5.0,
    ): array {
        $query = compact('to', 'subject', 'tag', 'state', 'after', 'advance');
        $query += ['code' => $code ? 'true' : null, 'wait' => (int) round($timeout * 1000)];
        [$status, $found] = $this->ask('GET', '/outbox?' . http_build_query($query), null, $timeout + 30);
        if ($status === 408) {
            Assert::fail($found['message']);
        }
        return self::checked($status, $found)[0];
    }

    /** The newest messages, without their contents. */
    public function outbox(): array
    {
        return $this->call('GET', '/outbox');
    }

    /** The message as it is now. */
    public function find(array $message): array
    {
        return $this->call('GET', '/outbox/' . $message['id']);
    }

    /** Moves the clock by 'hour', 'day', 'week' or milliseconds, and waits for everything that is due. */
    public function advance(string|int $by): void
    {
        $this->call('POST', '/clock', ['advance' => $by]);
    }

    /** For example [['kind' => 'status', 'path' => '/messages/send', 'status' => 503, 'times' => 1]]; an empty list ends them. */
    public function faults(array $faults): void
    {
        $this->call('PUT', '/faults', $faults);
    }

    /** Passes too if the reader has unsubscribed or complained since. `advance` moves the clock if it is on its way. */
    public function assertDelivered(array $message, string|int|null $advance = null): void
    {
        $this->assertState($message, self::ARRIVED, 'be delivered', $advance);
    }

    public function assertBounced(array $message, string|int|null $advance = null): void
    {
        $this->assertState($message, self::BOUNCED, 'have bounced', $advance);
    }

    /** The link whose address matches the pattern: as in the message, or where a tracked link leads. */
    public function findLink(array $message, string $pattern): array
    {
        $addresses = [];
        foreach ($message['links'] as $link) {
            if (preg_match($pattern, $link['url']) || preg_match($pattern, $link['target'] ?? '')) {
                return $link;
            }
            $addresses[] = $link['target'] ?? $link['url'];
        }
        $found = $addresses === [] ? 'none' : implode(', ', $addresses);
        Assert::fail('Expected the message ' . self::named($message) . " to have a link to $pattern, but it has $found.");
    }

    /** Clicks a link of a message and returns where it leads, which is not fetched itself. */
    public function follow(array $link): string
    {
        if (!isset($link['target'])) {
            return $link['url'];
        }
        [$status, , $location] = self::open('GET', $link['url']);
        if ($status !== 302) {
            throw new RuntimeException("The sandbox refused the click on {$link['url']} with status $status.");
        }
        return $location;
    }

    /** Unsubscribes by the header or the link that the sandbox wrote, and returns the message afterwards. */
    public function unsubscribe(array $message): array
    {
        $addresses = array_column($message['links'], 'url');
        foreach ($message['headers'] as ['name' => $name, 'value' => $value]) {
            if (strtolower($name) === 'list-unsubscribe' && preg_match_all('/<([^<>]+)>/', $value, $listed)) {
                array_unshift($addresses, ...$listed[1]);
            }
        }
        $own = preg_replace('#/v1$#', '/t/u/', $this->url);
        foreach ($addresses as $address) {
            if (!str_starts_with($address, $own)) {
                continue;
            }
            $form = ['Content-Type: application/x-www-form-urlencoded'];
            [$status] = self::open('POST', $address, 'List-Unsubscribe=One-Click', $form);
            if ($status !== 200) {
                throw new RuntimeException("The sandbox refused to unsubscribe {$message['email']} with status $status.");
            }
            return $this->find($message);
        }
        Assert::fail('The message ' . self::named($message) . ' has no unsubscribe link of the sandbox.');
    }

    /** Saves everything under a name, in place of an earlier snapshot of this name. Returns the name. */
    public function saveSnapshot(string $name): string
    {
        $this->call('PUT', "/snapshots/$name", ['replace' => true]);
        return $name;
    }

    /** A sandbox that begins with a snapshot, or with what this one has. Its clock is stopped. */
    public function fork(?string $snapshot = null): self
    {
        $access = $this->call('POST', '/forks', $snapshot === null ? new stdClass() : ['snapshot' => $snapshot]);
        $fork = self::withAccess($access);
        $fork->call('POST', '/clock', ['running' => false]);
        return $fork;
    }

    public function end(self $fork): void
    {
        $this->call('DELETE', "/forks/{$fork->id}");
    }

    private function assertState(array $message, array $states, string $wanted, string|int|null $advance): void
    {
        $this->advance(0);
        $now = $this->find($message);
        if ($advance !== null && in_array($now['lastState'], self::UNFINISHED, true)) {
            $this->advance($advance);
            $now = $this->find($message);
        }
        $reason = $now['reason'] ? ': ' . rtrim($now['reason'], '.') : '';
        $said = 'Expected the message ' . self::named($now) . " to $wanted, but it is {$now['lastState']}$reason.";
        if (in_array($now['lastState'], self::UNFINISHED, true)) {
            $said .= ' Its next step is due later by the sandbox’s clock: ';
            $said .= $advance === null ? "advance: 'hour' moves it." : 'advance the clock further.';
        }
        Assert::assertTrue(in_array($now['lastState'], $states, true), $said);
    }

    private function call(string $method, string $path, array|stdClass|null $body = null): array
    {
        return self::checked(...$this->ask($method, $path, $body));
    }

    private function ask(string $method, string $path, array|stdClass|null $body = null, float $timeout = 60): array
    {
        $headers = ["x-sandbox-token: {$this->token}", 'Content-Type: application/json'];
        $text = $body === null ? '' : json_encode($body, JSON_THROW_ON_ERROR);
        [$status, $answer] = self::open($method, $this->admin . $path, $text, $headers, $timeout);
        return [$status, json_decode($answer, true, 512, JSON_THROW_ON_ERROR)];
    }

    private static function checked(int $status, array $answer): array
    {
        return $status < 400 ? $answer : throw new RuntimeException($answer['message']);
    }

    /**
     * Follows no redirect: where a link leads may be a real site, which a test must not call by mistake.
     *
     * @return array{int, string, string} the status, the body and the header Location
     */
    private static function open(string $method, string $url, string $content = '', array $header = [], float $timeout = 60): array
    {
        $http = compact('method', 'content', 'header', 'timeout') + ['ignore_errors' => true, 'follow_location' => 0];
        $stream = @fopen($url, 'r', false, stream_context_create(['http' => $http]));
        if ($stream === false) {
            throw new RuntimeException("The sandbox did not respond at $url.");
        }
        $lines = stream_get_meta_data($stream)['wrapper_data'];
        $body = (string) stream_get_contents($stream);
        fclose($stream);
        $location = implode(preg_replace('/^location:\s*/i', '', preg_grep('/^location:/i', $lines)));
        return [(int) explode(' ', $lines[0])[1], $body, $location];
    }

    private static function named(array $message): string
    {
        return "“{$message['subject']}” to {$message['email']}";
    }

    private static function joined(): ?self
    {
        [$admin, $token] = [getenv('MAILROOM_SANDBOX_ADMIN'), getenv('MAILROOM_SANDBOX_TOKEN')];
        if (!$admin || !$token) {
            return null;
        }
        // It is asked for nothing but forks and snapshots, so its user and key are not needed.
        return self::withAccess(['url' => dirname($admin) . '/v1', 'admin' => $admin, 'adminToken' => $token]);
    }

    private static function started(): self
    {
        $command = getenv('MAILROOM_SANDBOX_COMMAND') ?: 'npx mailroom-sandbox';
        $folder = sys_get_temp_dir() . '/mailroom-sandbox-' . bin2hex(random_bytes(8));
        mkdir($folder, 0700);
        $flags = ' --json --snapshots ' . escapeshellarg($folder);
        $process = proc_open($command . $flags, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        $line = fgets($pipes[1]);
        $end = static function () use ($process, $pipes, $folder): void {
            // The sandbox ends when its input does.
            array_map('fclose', $pipes);
            proc_close($process);
            array_map('unlink', glob("$folder/*"));
            rmdir($folder);
        };
        if ($line === false) {
            $end();
            throw new RuntimeException("$command ended before its sandbox was ready.");
        }
        register_shutdown_function($end);
        return self::withAccess(json_decode($line, true, 512, JSON_THROW_ON_ERROR));
    }

    private static function withAccess(array $access): self
    {
        $names = ['url', 'user', 'key', 'smtp', 'admin', 'adminToken', 'id'];
        return new self(...array_map(static fn (string $name): string => $access[$name] ?? '', $names));
    }
}

/** For test cases: `$this->sandbox` is a fork for each test. */
trait WithMailroomSandbox
{
    protected MailroomSandbox $sandbox;

    /** @var array<class-string, string|null> */
    private static array $sandboxSnapshots = [];

    /** Called once for a class. Saves a snapshot and returns its name; without one, forks begin with what the server has. */
    protected function sandboxSnapshot(MailroomSandbox $server): ?string
    {
        return null;
    }

    /** @before */
    #[PHPUnit\Framework\Attributes\Before]
    public function forkSandbox(): void
    {
        $server = MailroomSandbox::server();
        if (!array_key_exists(static::class, self::$sandboxSnapshots)) {
            self::$sandboxSnapshots[static::class] = $this->sandboxSnapshot($server);
        }
        $this->sandbox = $server->fork(self::$sandboxSnapshots[static::class]);
    }

    /** @after */
    #[PHPUnit\Framework\Attributes\After]
    public function endSandbox(): void
    {
        // If there is no sandbox, the test has failed for that reason already.
        if (isset($this->sandbox)) {
            MailroomSandbox::server()->end($this->sandbox);
        }
    }
}
