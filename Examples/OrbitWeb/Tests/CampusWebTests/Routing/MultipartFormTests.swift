import Foundation
import PageParts
import Testing

@testable import CampusWeb

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
