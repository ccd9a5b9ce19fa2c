import Foundation
import Networking
import OrbitModels
import Testing
import TimeAndChance

@Suite struct JSONReaderTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `JSONReader and JSONDecoder agree on random documents and random calls to a decoder`(_ seed: UInt64) {
        var made = MadeDocument(seed: seed)
        for _ in 0..<ReaderCheck.documents / 40 { ReaderCheck.expectEqual(Probe.self, made.question()) { $0.answer } }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the types of the API are decoded as by JSONDecoder`(_ seed: UInt64) {
        var made = MadeDocument(seed: 1_000 + seed)
        for _ in 0..<ReaderCheck.documents / 40 / 4 {
            ReaderCheck.expectEqual(Envelope<Page<Person>>.self, made.altered(WireDocuments.people)) { envelope in
                guard case .success(let page) = envelope else { return "\(envelope)" }
                return "\(ReaderCheck.write(page.list)) \(page.nextCursor ?? "none")"
            }
            ReaderCheck.expectEqual(Envelope<LossyList<Meetup>>.self, made.altered(WireDocuments.meetups)) { envelope in
                guard case .success(let meetups) = envelope else { return "\(envelope)" }
                return ReaderCheck.write(meetups)
            }
            ReaderCheck.expectEqual(Envelope<MessageData>.self, made.altered(WireDocuments.refusal)) { envelope in
                String(decoding: try OrbitJSON.encoder.encode(envelope), as: UTF8.self)  // sorts the keys of details
            }
            ReaderCheck.expectEqual(LogSlice.self, made.altered(WireDocuments.log)) { slice in
                "\(slice.at) \(slice.events.map { "\($0.seq) \($0.at) \($0.kind) \($0.isOpaque) \($0.touches)" })"
            }
        }
    }

    @Test(arguments: 13...18)
    func `a number of many digits is rounded to the nearest double`(digits: Int) throws {
        var random = SplitMix64(seed: UInt64(digits))
        for _ in 0..<200 {
            let number = (0..<digits).map { _ in "\(Int.random(in: 1...9, using: &random))" }.joined()
            let text = "\(number.prefix(digits / 2)).\(number.dropFirst(digits / 2))"
            #expect(try JSONReader().decode(Double.self, from: Data(text.utf8)) == Double(text))
        }
    }

    @Test func `canonically equivalent names are the same key`() throws {
        let document = Data(#"{"K":1,"e\u0301":2}"#.utf8)
        #expect(try JSONReader().decode(Equivalent.self, from: document) == Equivalent(kelvin: 1, accented: 2))
        #expect(try JSONReader().decode([Equivalent].self, from: Data("[]".utf8)) == [])
        #expect(throws: DecodingError.self) { try JSONReader().decode(Equivalent.self, from: Data("{}".utf8)) }
        let plain = try JSONReader().decode(Equivalent.self, from: Data(#"{"K":1}"#.utf8))
        #expect(plain == Equivalent(kelvin: 1, accented: nil))
    }

    private struct Equivalent: Decodable, Equatable {
        var kelvin: Int
        var accented: Int?

        enum CodingKeys: String, CodingKey {
            case kelvin = "\u{212A}"
            case accented = "\u{E9}"
        }
    }
}

/// A comparison of the results of both readers.
enum ReaderCheck {
    /// The number of documents that the tests compare. `ORBIT_DOCUMENTS=100000` selects a long run.
    static let documents = ProcessInfo.processInfo.environment["ORBIT_DOCUMENTS"].flatMap(Int.init) ?? 4_000

    static func expectEqual<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8], _ write: (Value) throws -> String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let data = Data(bytes)
        let expected = outcome(write) {
            try StrictJSON.check(bytes, of: .response)
            return try OrbitJSON.decoder.decode(type, from: data)
        }
        let read = outcome(write) { try JSONReader().decode(type, from: data) }
        #expect(read == expected, "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
    }

    /// Returns the written value, or the reason for the refusal. `JSONDecoder` does not report the position of a number
    /// out of range, so positions of such numbers are not compared.
    private static func outcome<Value>(_ write: (Value) throws -> String, _ read: () throws -> Value) -> String {
        do {
            return try write(try read())
        } catch is StrictJSON.Fault {
            return "refused: not valid"
        } catch {
            return "refused: \(normal(DecodingReason.describe(error)))"
        }
    }

    static func write<Element>(_ list: LossyList<Element>) -> String {
        "\(list.elements) \(list.quarantined.map { "\($0.index): \(normal($0.reason))" })"
    }

    private static func normal(_ reason: String) -> String {
        let isAnywhere = ["the document is not valid JSON", "it could not be read"].contains(reason)
        return isAnywhere || reason.hasSuffix("is not valid") ? "not valid" : reason
    }
}
