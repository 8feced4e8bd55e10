"""What code imports, and which distribution brings it."""

import pytest

from llmdb.packages.names import (
    distribution_of,
    imported_modules,
    is_requirement,
    missing_distributions,
    normalized,
)


@pytest.mark.parametrize(
    ("module", "distribution"),
    [
        ("cv2", "opencv-python-headless"),
        ("sklearn.svm", "scikit-learn"),
        ("PIL.Image", "Pillow"),
        ("yaml", "PyYAML"),
        ("bs4", "beautifulsoup4"),
        ("google.cloud.storage", "google-cloud-storage"),
        ("google.protobuf.message", "protobuf"),
        ("humanize", "humanize"),
    ],
)
def test_the_distribution_of_a_module_is_the_table_s_or_its_own_name(module: str, distribution: str) -> None:
    assert distribution_of(module) == distribution


def test_absolute_imports_are_found_wherever_they_stand() -> None:
    code = "import os, a.b as c\ndef f():\n    from d.e import f\nfrom . import g\nfrom google.cloud import storage\n"
    assert sorted(imported_modules(code)) == ["a.b", "d.e", "google.cloud.storage", "os"]
    assert imported_modules("import =") == ()


def test_only_what_is_neither_standard_nor_here_is_missing() -> None:
    code = "import json, numpy\nimport yaml\nfrom sklearn import svm\n"
    assert missing_distributions(code, {"numpy"}) == {"PyYAML": "yaml", "scikit-learn": "sklearn"}


@pytest.mark.parametrize("text", ["humanize", "PyYAML==6.0.1", "uvicorn[standard]>=0.2", "zope.interface"])
def test_a_name_with_a_version_is_a_requirement(text: str) -> None:
    assert is_requirement(text)


@pytest.mark.parametrize(
    "text", ["--index-url=http://x", "-r", "./wheel.whl", "a @ file:///x", "git+https://x/y", "a b", ""]
)
def test_options_paths_and_addresses_are_no_requirements(text: str) -> None:
    assert not is_requirement(text)


def test_names_are_compared_as_an_index_does() -> None:
    assert normalized("Ruamel.Yaml==1") == normalized("ruamel_yaml") == "ruamel-yaml"
