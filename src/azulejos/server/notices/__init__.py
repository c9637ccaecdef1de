"""Notifications by Web Push and by mail.

- `mail`: sends the mails of the outbox by SMTP: links to confirm an address, for a new password.
- `mailboxes`: mail addresses of accounts, and the links that are sent to them.
- `outbox`: mails that wait to be sent.
- `push`: system notifications by Web Push.
- `routes`: routes about notifications: mail addresses, digests, forgotten passwords, and Web Push.
- `subscriptions`: subscriptions of browsers to system notifications, and the calls that wait.
"""
