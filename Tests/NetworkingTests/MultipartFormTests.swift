import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Networking

@Suite struct MultipartFormTests {
    @Test func `a form is encoded as in RFC 7578`() throws {
        var form = MultipartForm()
        form.append("Ann", name: "title")
        form.append(Data([0xFF, 0xD8, 0x0D, 0x0A]), name: "photo", filename: "me.jpg", contentType: "image/jpeg")
        let endpoint = Endpoint<MessageData>(Route(.post, "/users/me/photo")).multipart(form, random: .seeded(1))
        let type = try #require(endpoint.contentType)
        let boundary = try #require(type.split(separator: "=").last)
        #expect(type == "multipart/form-data; boundary=\(boundary)")
        let expected =
            Data(
                """
                --\(boundary)\r
                Content-Disposition: form-data; name="title"\r
                \r
                Ann\r
                --\(boundary)\r
                Content-Disposition: form-data; name="photo"; filename="me.jpg"\r
                Content-Type: image/jpeg\r
                \r

                """.utf8) + Data([0xFF, 0xD8, 0x0D, 0x0A]) + Data("\r\n--\(boundary)--\r\n".utf8)
        #expect(endpoint.body == expected)
    }

    @Test(arguments: [
        ("a\"b", "a%22b"), ("a\r\nX-Evil: 1", "a%0D%0AX-Evil: 1"), ("a\\", "a%5C"), ("\0", "%00"), ("\u{7F}", "%7F"),
        ("Ünï 👩‍🎓.jpg", "Ünï 👩‍🎓.jpg"), ("a\"; filename=\"evil", "a%22; filename=%22evil"), ("", ""),
    ])
    func `names are escaped within their quotes`(name: String, quoted: String) {
        var form = MultipartForm()
        form.append(Data(), name: name, filename: name, contentType: "text/plain")
        let lines = String(decoding: form.encoded(random: .seeded(1)).body, as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.dropFirst().first == "Content-Disposition: form-data; name=\"\(quoted)\"; filename=\"\(quoted)\"")
        #expect(lines.count == 7)
    }

    @Test func `line breaks in a content type are removed`() {
        var form = MultipartForm()
        form.append(Data(), name: "a", filename: "b", contentType: "text/plain\r\nX-Evil: 1\0")
        let body = String(decoding: form.encoded(random: .seeded(1)).body, as: UTF8.self)
        #expect(body.contains("\r\nContent-Type: text/plainX-Evil: 1\r\n\r\n"))
    }

    @Test func `the boundary of a form does not occur in its parts`() throws {
        let first = String(
            try #require(MultipartForm().encoded(random: .seeded(9)).contentType.split(separator: "=").last))
        var form = MultipartForm()
        form.append(Data("x\r\n--\(first)--\r\n".utf8), name: "photo", filename: "me.jpg", contentType: "image/jpeg")
        form.append("plain", name: "a-\(first)")
        let boundary = try #require(form.encoded(random: .seeded(9)).contentType.split(separator: "=").last)
        #expect(boundary != first)
    }
}
