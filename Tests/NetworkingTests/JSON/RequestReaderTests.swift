import Foundation
import Networking
import OrbitModels
import Testing

/// The reader of requests, which treats null and a missing member differently.
@Suite struct RequestReaderTests {
    /// A member of every type with a function of its own.
    private struct Optionals: Decodable, Equatable {
        struct Inner: Decodable, Equatable {
            var text: String?
        }

        var truth: Bool?
        var text: String?
        var double: Double?
        var float: Float?
        var int: Int?
        var int8: Int8?
        var int16: Int16?
        var int32: Int32?
        var int64: Int64?
        var uint: UInt?
        var uint8: UInt8?
        var uint16: UInt16?
        var uint32: UInt32?
        var uint64: UInt64?
        var date: Date?
        var id: UserID?
        var texts: [String]?
        var inner: Inner?
    }

    private static let values = [
        "truth": "true", "text": #""a""#, "double": "0.5", "float": "0.5", "int": "1", "int8": "1", "int16": "1",
        "int32": "1", "int64": "1", "uint": "1", "uint8": "1", "uint16": "1", "uint32": "1", "uint64": "1",
        "date": #""2027-01-15T08:00:00Z""#, "id": #""u1""#, "texts": #"["a"]"#, "inner": #"{"text":"a"}"#,
    ]

    private func read(_ json: String, with reader: JSONReader = .requests) throws -> Optionals {
        try reader.decode(Optionals.self, from: Data(json.utf8))
    }

    @Test func `a member that may be missing is read alike by the readers of requests and of responses`() throws {
        for (name, value) in Self.values {
            let json = "{\"\(name)\":\(value)}"
            let optionals = try read(json)
            #expect(optionals != Optionals(), "\(name)")
            #expect(try read(json, with: JSONReader()) == optionals, "\(name)")
        }
        #expect(try read("{}") == Optionals())
    }

    @Test func `null for a member that may be missing is refused only in a request`() throws {
        for name in Self.values.keys {
            let json = "{\"\(name)\":null}"
            let error = #expect(throws: DecodingError.self, "\(name)") { try read(json) }
            #expect(DecodingReason.describe(try #require(error)) == "\(name) is null")
            #expect(try read(json, with: JSONReader()) == Optionals(), "\(name)")
        }
        let error = #expect(throws: DecodingError.self) { try read(#"{"inner":{"text":null}}"#) }
        #expect(DecodingReason.describe(try #require(error)) == "inner.text is null")
    }

    @Test func `a member of a request that its type does not decode may be null`() throws {
        let expected = Optionals(int: 1, inner: Optionals.Inner())
        #expect(try read(#"{"more":null,"int":1,"inner":{"others":[null]}}"#) == expected)
    }

    @Test func `an id in a request is a string`() throws {
        let error = #expect(throws: DecodingError.self) { try read(#"{"id":7}"#) }
        #expect(DecodingReason.describe(try #require(error)) == "id is not a string")
        #expect(try read(#"{"id":7}"#, with: JSONReader()) == Optionals(id: "7"))
    }
}
