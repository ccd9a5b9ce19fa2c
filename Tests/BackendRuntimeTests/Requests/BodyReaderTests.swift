import Foundation
import Networking
import Testing

@testable import BackendRuntime

@Suite struct BodyReaderTests {
    private struct Note: Codable, Sendable {
        let note: String
    }

    /// A type that is not `Encodable`.
    private struct ReadNote: Decodable, Sendable {
        let note: String
    }

    private struct Deadline: Codable, Sendable {
        let at: Date
    }

    private func payload<Input>(of body: String, _ reader: BodyReader<Input>) throws -> [String] {
        let url = try #require(URL(string: "https://orbit.example/api/notes"))
        let request = HTTPRequest(
            method: .post, url: url, headers: HTTPHeaders(lenient: [("Content-Type", "application/json")]),
            body: Data(body.utf8))
        let call = RequestContext(
            request: request, parameters: [:], origin: "192.0.2.1", now: Date(timeIntervalSince1970: 0))
        return reader.payload(call, try reader.read(call))
    }

    @Test func `the payload of a body is its canonical JSON, with or without a check`() throws {
        let reader = BodyReader<Note>.json.checked { _, _ -> String in throw HTTPProblem.notFound }
        let body = #"{ "more": 1, "note" : "En\u006fugh." }"#
        #expect(try payload(of: body, reader) == [#"{"note":"Enough."}"#])
        #expect(try payload(of: body, BodyReader<Note>.json) == [#"{"note":"Enough."}"#])
    }

    @Test func `the payload of a body that cannot be encoded is the original body`() throws {
        let body = #"{ "note" : "Enough." }"#
        #expect(try payload(of: body, BodyReader<ReadNote>.json) == [body])
        let checked = BodyReader<ReadNote>.json.checked { note, _ in note.note }
        #expect(try payload(of: body, checked) == [body])
    }

    @Test(arguments: ["0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"])
    func `the payload with a date outside years 0 to 9999 is the original body`(
        _ date: String
    ) throws {
        let body = #"{ "at" : "\#(date)" }"#
        #expect(try payload(of: body, BodyReader<Deadline>.json) == [body])
    }

    @Test func `the payload of an operation without a body is empty`() throws {
        #expect(try payload(of: #"{"note":"Enough."}"#, BodyReader.none) == [])
    }
}
