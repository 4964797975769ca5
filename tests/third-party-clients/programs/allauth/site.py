# Django allauth by the settings of its quick start: it sends a state alone.
import os
import sys
from urllib.parse import urlencode

import django
from django.conf import settings
from django.core.management import call_command
from django.http import JsonResponse
from django.urls import include, path

site = os.environ["SITE"]
issuer = os.environ["ISSUER"]
client_id = os.environ["CLIENT_ID"]
end = urlencode({"client_id": client_id, "post_logout_redirect_uri": f"{site}/bye"})

settings.configure(
    ROOT_URLCONF=__name__,
    SECRET_KEY=os.urandom(32).hex(),
    ALLOWED_HOSTS=["127.0.0.1"],
    SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"),
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "site.sqlite3"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
        }
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "allauth.account.middleware.AccountMiddleware",
    ],
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.messages",
        "django.contrib.sessions",
        "allauth",
        "allauth.account",
        "allauth.socialaccount",
        "allauth.socialaccount.providers.openid_connect",
    ],
    AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
    LOGIN_REDIRECT_URL="/",
    LOGGING={
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"console": {"class": "logging.StreamHandler"}},
        "root": {"handlers": ["console"]},
    },
    # recipe
    SOCIALACCOUNT_PROVIDERS={
        "openid_connect": {
            "APPS": [
                {
                    "provider_id": "gatehouse",
                    "name": "Gatehouse",
                    "client_id": client_id,
                    "secret": os.environ["CLIENT_SECRET"],
                    "settings": {"server_url": issuer},
                }
            ]
        }
    },
    ACCOUNT_LOGOUT_REDIRECT_URL=f"{issuer}/session/end?{end}",
    # end
)
django.setup()


def home(request):
    from allauth.socialaccount.models import SocialAccount

    account = SocialAccount.objects.get(user=request.user)
    name, address = request.user.username, request.user.email
    return JsonResponse({"sub": account.uid, "preferred_username": name, "email": address})


urlpatterns = [path("accounts/", include("allauth.urls")), path("", home)]

call_command("migrate", verbosity=0)
sys.argv = ["site"]
call_command("runserver", f"127.0.0.1:{os.environ['PORT']}", use_reloader=False)
