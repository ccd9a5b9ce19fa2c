import Foundation
import Testing

@testable import CampusWeb

@Suite struct FormFieldsTests {
    @Test func `fields are decoded in order, and a field may have several values`() {
        let form = FormFields(encoded: "name=Maya+P%C3%A9rez&tag=a&tag=b%26c&empty=&flag")
        #expect(form["name"] == "Maya Pérez")
        #expect(form.values("tag") == ["a", "b&c"])
        #expect(form.value("empty") == "")
        #expect(form.has("flag") && !form.has("other"))
    }

    @Test func `a field that is not UTF-8 is left out`() {
        let form = FormFields(encoded: "a=%FF%FE&b=1")
        #expect(form.value("a") == nil)
        #expect(form["b"] == "1")
    }

    @Test func `fields beyond the maximum are left out`() {
        let text = (0..<3_000).map { "f\($0)=1" }.joined(separator: "&")
        #expect(FormFields(encoded: text).fields.count == FormFields.maxFields)
    }

    @Test func `the line breaks of a text area become line feeds`() {
        #expect(FormFields(encoded: "t=a%0D%0Ab")["t"] == "a\nb")
    }

    @Test(arguments: [("12", 12), (" 7 ", 7), ("x", nil), ("", nil), ("1.5", nil)] as [(String, Int?)])
    func `a whole number is read, and other text is nil`(_ text: String, _ number: Int?) {
        #expect(FormFields([("n", text)]).integer("n") == number)
    }

    @Test(arguments: [("1.5", 1.5), ("1,5", 1.5), ("nan", nil), ("inf", nil), ("", nil)] as [(String, Double?)])
    func `a finite number is read, and other text is nil`(_ text: String, _ number: Double?) {
        #expect(FormFields([("n", text)]).number("n") == number)
    }

    @Test func `equal fields are equal and have equal hashes`() {
        let (one, other) = (FormFields([("a", "1")]), FormFields([("a", "1")]))
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(one != FormFields([("a", "2")]))
    }
}

@Suite struct MultipartFormTests {
    private func read(_ body: String) -> FormFields? {
        UploadForm(contentType: "multipart/form-data; boundary=xyz")?.fields(of: Data(body.utf8))
    }

    @Test func `a form has its fields and its file`() throws {
        let form = try #require(
            read(
                "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--xyz\r\n"
                    + "Content-Disposition: form-data; name=\"photo\"; filename=\"p.png\"\r\nContent-Type: image/png\r\n"
                    + "\r\nbytes\r\n--\r\n--xyz--\r\n"))
        #expect(form["a"] == "1")
        #expect(form.files["photo"] == FormFields.File(name: "p.png", bytes: Data("bytes\r\n--".utf8)))
    }

    @Test func `a field without a chosen file has no file`() throws {
        let form = try #require(
            read("--xyz\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\"\r\n\r\n\r\n--xyz--"))
        #expect(form.files.isEmpty)
    }

    @Test(
        arguments: [
            "", "--xyz", "--xyz\r\n", "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
            "--abc\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--abc--",
        ])
    func `a body that is cut off or has another boundary is refused`(_ body: String) {
        #expect(read(body) == nil)
    }

    @Test func `more parts than the maximum are refused`() {
        let part = "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        #expect(read(String(repeating: part, count: UploadForm.maxParts + 1) + "--xyz--") == nil)
    }

    @Test(
        arguments: [
            "text/plain; boundary=x", "multipart/form-data", "multipart/form-data; boundary=",
            "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
        ])
    func `a content type without a valid boundary is refused`(_ type: String) {
        let form = UploadForm(contentType: type)
        #expect(form == nil)
    }
}
