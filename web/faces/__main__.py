"""Write the sprite files: `python -m web.faces`."""

from web.faces.files import FOLDER, face_files

if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in face_files().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
