<?php

declare(strict_types=1);

// Runs mailroom-sandbox for PHPUnit, with a fork for each test. Needs PHP 8.0 and PHPUnit 9, and no extension except json.
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

    /** The sandbox that tests fork: either a running one that the environment names, or a new process. */
    public static function server(): self
    {
        return self::$server ??= self::joined() ?? self::started();
    }

    /**
     * Waits for the newest matching message. After `timeout` seconds, the test fails with an explanation.
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

    /** The message in its current state. */
    public function find(array $message): array
    {
        return $this->call('GET', '/outbox/' . $message['id']);
    }

    /** Moves the clock by 'hour', 'day', 'week' or milliseconds, and waits for everything that is due by then. */
    public function advance(string|int $by): void
    {
        $this->call('POST', '/clock', ['advance' => $by]);
    }

    /** For example [['kind' => 'status', 'path' => '/messages/send', 'status' => 503, 'times' => 1]]; an empty list clears them. */
    public function faults(array $faults): void
    {
        $this->call('PUT', '/faults', $faults);
    }

    /** Also passes if the reader has unsubscribed or complained since. `advance` moves the clock if necessary. */
    public function assertDelivered(array $message, string|int|null $advance = null): void
    {
        $this->assertState($message, self::ARRIVED, 'be delivered', $advance);
    }

    public function assertBounced(array $message, string|int|null $advance = null): void
    {
        $this->assertState($message, self::BOUNCED, 'have bounced', $advance);
    }

    /** The link whose address matches the pattern, in the message or as a tracked link’s destination. */
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

    /** Clicks a link of a message and returns the destination, which is not requested. */
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

    /** Unsubscribes by the header or link that the sandbox added, and returns the updated message. */
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

    /** Saves everything under a name, and replaces an earlier snapshot with this name. Returns the name. */
    public function saveSnapshot(string $name): string
    {
        $this->call('PUT', "/snapshots/$name", ['replace' => true]);
        return $name;
    }

    /** Starts a sandbox from a snapshot, or from the current content of this one. Its clock is stopped. */
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
     * Follows no redirect, because the destination may be a real site, which a test must not call by mistake.
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
        // This sandbox is used only for forks and snapshots, so its user and key are not needed.
        return self::withAccess(['url' => dirname($admin) . '/v1', 'admin' => $admin, 'adminToken' => $token]);
    }

    private static function started(): self
    {
        $command = getenv('MAILROOM_SANDBOX_COMMAND') ?: 'npx mailroom-sandbox';
        // A later sandbox recognises a killed process’s folder by this name, and removes it after a day.
        $folder = sys_get_temp_dir() . '/mailroom-sandbox-' . getmypid() . '-' . bin2hex(random_bytes(8));
        mkdir($folder, 0700);
        $flags = ' --json --snapshots ' . escapeshellarg($folder);
        $process = proc_open($command . $flags, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        $line = fgets($pipes[1]);
        $end = static function () use ($process, $pipes, $folder): void {
            // The sandbox ends when its input is closed.
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

    /** Called once for a class. Saves a snapshot and returns its name. Without one, forks copy the server. */
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
        // If there is no sandbox, the test has already failed for that reason.
        if (isset($this->sandbox)) {
            MailroomSandbox::server()->end($this->sandbox);
        }
    }
}
