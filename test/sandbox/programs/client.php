<?php

/** Thrown by a failed call: this client treats every status except 200 as a failure. */
class ServiceException extends RuntimeException
{
}

class Message
{
    private array $msg;
    private array $to = [];
    private array $headers = [];

    public function __construct(string $subject, string $text, string $html)
    {
        $this->msg = [
            'from' => ['address' => 'shop@nord.example', 'personalName' => null],
            'replyTo' => ['address' => null, 'personalName' => null],
            'subject' => $subject,
            'text' => $text,
            'html' => $html,
            'images' => [],
            'attachments' => [],
        ];
    }

    public function addTo(string $address, ?string $name = null): void
    {
        $this->to[] = ['address' => $address, 'personalName' => $name];
    }

    public function addFile(string $list, string $name, string $type, string $bytes, ?string $contentId = null): void
    {
        $file = ['content' => base64_encode($bytes), 'filename' => $name, 'contentType' => $type];
        $this->msg[$list][] = $contentId === null ? $file : $file + ['contentId' => $contentId];
    }

    public function setOption(string $name, mixed $value): void
    {
        $this->headers["X-ABC-$name"] = $value;
    }

    public function toArray(): array
    {
        return ['to' => $this->to, 'msg' => $this->msg, 'headers' => $this->headers, 'apiKey' => null];
    }
}

class Client
{
    public function __construct(private string $url, private string $user, private string $key)
    {
    }

    public function call(string $method, string $path, ?array $body = null): mixed
    {
        $lines = ["X-Abc-User: $this->user", "X-Abc-Key: $this->key", 'Cache-control: no-cache', 'User-Agent: abc-php/1.0'];
        if ($body !== null) {
            $lines[] = 'Content-Type: application/json';
        }
        $content = $body === null ? '' : ($body === [] ? '{}' : json_encode($body));
        $http = ['method' => $method, 'header' => $lines, 'content' => $content, 'ignore_errors' => true];
        $answer = file_get_contents($this->url . $path, false, stream_context_create(['http' => $http]));
        if ($answer === false || !preg_match('/^HTTP\S+ 200 /', $http_response_header[0])) {
            throw new ServiceException("$method $path: " . ($http_response_header[0] ?? 'no answer') . " $answer");
        }
        return json_decode($answer, true, 512, JSON_THROW_ON_ERROR);
    }

    public function filters(array $given = []): array
    {
        return $given + ['dateBegin' => null, 'dateEnd' => null, 'froms' => null, 'apiKeys' => null, 'tags' => null];
    }
}

$client = new Client(getenv('ABC_URL'), getenv('ABC_USER'), getenv('ABC_KEY'));

$template = $client->call('POST', '/settings/templates', [
    'description' => 'Order sent',
    'from' => ['address' => 'shop@nord.example', 'personalName' => null],
    'subject' => 'Order {{order}} is on its way',
    'htmlContent' => '<p>Hello {{name}}</p>',
    'textContent' => 'Hello {{name}}',
]);
// A GET with a JSON body, as in the reference of the service.
$list = $client->call('GET', '/settings/templates/list', ['page' => '1', 'pageSize' => '25']);

$order = new Message('Ignored', 'Ignored', '');
$order->addTo('ada@client.example', 'Ada');
$order->setOption('TEMPLATE', array_column($list['templates'], 'templateName', 'description')['Order sent']);
$order->setOption('SUB', [['email' => 'Ada@client.example', 'values' => ['name' => 'Ada', 'order' => '7'], 'meta' => []]]);
$order->setOption('TAGS', [2026, 'order']);
$order->setOption('META', []);
$order->setOption('IPPOOL', null);

$photo = new Message('Your photo', 'See the photo.', '<p>See <img src="cid:photo@nord"></p>');
$photo->addTo('ben@client.example');
$photo->addFile('images', 'photo.gif', 'image/gif', base64_decode('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), 'photo@nord');
$photo->addFile('attachments', 'notes.txt', 'text/plain', "Größe: 7\n");
$photo->setOption('TAGS', '["photo"]');
$photo->setOption('TRACKING', ['html' => ['open' => '1', 'click' => null, 'text' => ['click' => '0']]]);
$photo->setOption('BULK', '0');
$photo->setOption('META', ['order' => '7']);
$sent = [$client->call('POST', '/messages/send', $order->toArray()), $client->call('POST', '/messages/send', $photo->toArray())];

$page = $client->call('POST', '/statistics/messages', ['page' => '1', 'pageSize' => '50'] + $client->filters());
$photos = $client->call('POST', '/statistics/messages', ['page' => null, 'pageSize' => null] + $client->filters(['tags' => ['photo']]));
$detail = $client->call('GET', '/statistics/message/' . $photos['messages'][0]['id']);
$sends = $client->call('POST', '/statistics/sends', $client->filters());
$tags = $client->call('POST', '/statistics/tags', $client->filters());

$added = $client->call('POST', '/blacklists', ['type' => 'unsubscribes', 'email' => 'o+k@client.example', 'list' => null]);
$entry = $client->call('GET', '/blacklists/unsubscribes/o+k@client.example');
$listed = $client->call('POST', '/blacklists/list', ['type' => 'unsubscribes', 'page' => 0, 'pageSize' => '500', 'list' => null]);
$removed = $client->call('DELETE', '/blacklists/unsubscribers/o+k@client.example', []);
$left = $client->call('GET', '/blacklists/o+k@client.example');

$hook = $client->call('POST', '/settings/webhooks', ['url' => getenv('ABC_HOOK'), 'description' => '', 'events' => ['delivered', 'opened']]);
$key = $client->call('POST', '/settings/apikeys', ['description' => 'Shop', 'iPFilterEnabled' => false, 'allowedIPs' => []]);
$tested = $client->call('GET', "/settings/apikeys/{$key['id']}/test");
$domains = $client->call('GET', '/settings/domains');

$subjects = array_map(fn (array $message) => $message['msg']['subject'], $page['messages']);
sort($subjects);
echo json_encode([
    'template' => $template['templateName'],
    'sent' => array_column($sent, 'status'),
    'subjects' => $subjects,
    'detail' => ['subject' => $detail['msg']['subject'], 'tags' => $detail['tags'], 'meta' => $detail['meta']],
    'requested' => $sends['requested'],
    'tags' => ['2026' => $tags['2026']['requested'], 'order' => $tags['order']['requested'], 'photo' => $tags['photo']['requested']],
    'blacklist' => [$added['status'], $entry['email'], $listed['total'], $removed['status'], count($left)],
    'webhook' => [$hook['events'], $hook['status']],
    'key' => [$key['description'], $key['enabled'], strlen($key['key']), $tested['status']],
    'domains' => array_column($domains, 'sending'),
]), "\n";
