"""Notifications by Web Push and by mail.

- `mail`: sends the mails of the outbox: links and digests.
- `mail_routes`: routes about mail: the address of an account, digests, and forgotten passwords.
- `mailboxes`: mail addresses of accounts, and the links that are sent to them.
- `outbox`: mails that wait to be sent.
- `push`: system notifications by Web Push.
- `push_routes`: routes about system notifications (Web Push).
- `smtp`: mail by SMTP, with the standard library.
- `subscriptions`: subscriptions of browsers to system notifications, and the calls that wait.
"""
