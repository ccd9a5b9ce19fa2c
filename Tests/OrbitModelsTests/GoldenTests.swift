import Foundation
import OrbitModels
import Testing

/// A golden file pins every entity in both directions: it decodes to the value, and the value encodes to the file.
/// `Older/` contains the formats of older servers, which are only decoded.
@Suite struct GoldenTests {
    @Test(arguments: try Sample.current()) func `an entity and its golden file convert both ways`(sample: Sample) throws
    {
        let golden = try Self.golden("Current/\(sample.name)")
        try sample.expectDecoding(golden)
        #expect(try sample.encoded() == String(decoding: golden, as: UTF8.self))
    }

    @Test(arguments: try Sample.older()) func `the format of an older server is decoded`(sample: Sample) throws {
        try sample.expectDecoding(try Self.golden("Older/\(sample.name)"))
    }

    @Test func `every golden file has a sample`() throws {
        let folder = try #require(Bundle.module.resourceURL).appending(path: "Golden")
        for (part, samples) in [("Current", try Sample.current()), ("Older", try Sample.older())] {
            let files = try FileManager.default.contentsOfDirectory(
                atPath: folder.appending(path: part).path(percentEncoded: false))
            #expect(Set(files) == Set(samples.map { "\($0.name).json" }))
        }
    }

    private static func golden(_ name: String) throws -> Data {
        let url = try #require(Bundle.module.url(forResource: "Golden/\(name)", withExtension: "json"))
        return try Data(contentsOf: url)
    }
}

/// A value with the name of the file that pins it.
struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let expectDecoding: @Sendable (Data) throws -> Void
    let encoded: @Sendable () throws -> String

    init<Value: Codable & Equatable & Sendable>(_ name: String, _ value: Value) {
        self.name = name
        expectDecoding = { data in
            let decoded = try OrbitJSON.decoder.decode(Value.self, from: data)
            #expect(decoded == value)
        }
        encoded = {
            let compact = try OrbitJSON.encoder.encode(value)
            let pretty = try JSONSerialization.data(
                withJSONObject: JSONSerialization.jsonObject(with: compact, options: .fragmentsAllowed),
                options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
            return String(decoding: pretty, as: UTF8.self) + "\n"
        }
    }

    var testDescription: String { name }
}
