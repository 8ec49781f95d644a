<?php
$service = getenv('STILLHERE_URL') ?: 'http://127.0.0.1:8787';

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $fields = ['secret' => getenv('SITE_SECRET'), 'response' => $_POST['stillhere-response'] ?? ''];
    $post = ['method' => 'POST', 'header' => 'Content-Type: application/x-www-form-urlencoded', 'content' => http_build_query($fields)];
    $answer = json_decode(@file_get_contents("$service/api/siteverify", false, stream_context_create(['http' => $post])) ?: '{}');
    $passed = ($answer->success ?? false) === true && ($answer->action ?? '') === 'Sign up' && ($answer->assurance ?? 0) >= 1;
    http_response_code($passed ? 200 : 403);
    exit($passed ? 'welcome' : 'not confirmed');
}
?>
<!doctype html>
<title>Sign up</title>
<script src="<?= htmlspecialchars($service) ?>/check.js" async></script>
<form method="post">
  <div class="stillhere-check" data-site-key="<?= htmlspecialchars(getenv('SITE_KEY')) ?>" data-action="Sign up"></div>
  <button>Sign up</button>
</form>
