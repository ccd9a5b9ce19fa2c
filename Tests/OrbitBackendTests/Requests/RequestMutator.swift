import Foundation
import Networking
import TimeAndChance

/// Changes valid requests into requests of a hostile or broken client. The same seed makes the same requests.
struct RequestMutator {
    private var random: SplitMix64
    private let samples: [RequestSample]
    private let queryNames: [String]
    /// The ids and secrets that the campus knows, and later the cursors and versions that it has returned.
    private(set) var known: [String]
    private let maxKnown = 300

    init(seed: UInt64, samples: [RequestSample], queryNames: [String], identifiers: AuthorizationRequest.Identifiers) {
        random = SplitMix64(seed: seed)
        self.samples = samples
        self.queryNames = queryNames
        known = identifiers.values.sorted()
    }

    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    /// Stores a cursor or a version of a response for later requests.
    mutating func note(_ text: String) {
        if known.count >= maxKnown { known.remove(at: Int.random(in: 0..<known.count, using: &random)) }
        known.append(text)
    }

    /// Returns the name of an operation and a request to it, with up to three changes and sometimes another sender.
    ///
    /// - Parameter tokens: The access token of each person.
    mutating func next(tokens: [AuthorizationColumn: String]) -> (operation: String, request: HTTPRequest) {
        let sample = one(of: samples)
        var request = sample.request
        var fields = request.headers.fields.map { (name: $0.name.description, value: $0.value) }
        let sender = chance(10) ? one(of: RequestSample.columns) : sample.column
        if let token = tokens[sender], !chance(30) { fields.append(("Authorization", "Bearer \(token)")) }
        var path = request.url.path(percentEncoded: true)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: change(&path)
            case 1, 2: path += query(hasOne: path.contains("?"))
            case 3: change(&fields)
            case 4 where chance(4): request.method = one(of: [.get, .put, .post, .delete, .patch, .head])
            default: request.body = body(of: sample, instead: request.body)
            }
        }
        let text = "https://orbit.example" + path
        if let url = URL(string: text, encodingInvalidCharacters: true) { request.url = url }
        request.headers = HTTPHeaders(lenient: fields)
        return (sample.operation, request)
    }

    // MARK: Paths, queries and headers

    private mutating func change(_ path: inout String) {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let place = Int.random(in: 1...max(1, parts.count - 1), using: &random)
        guard parts.indices.contains(place) else { return }
        switch Int.random(in: 0..<7, using: &random) {
        case 0: parts[place] = one(of: HostileValues.encoded)
        case 1, 2: parts[parts.count - 1] = one(of: known).percentEncoded
        case 3: parts.insert(one(of: HostileValues.encoded), at: place)
        case 4: parts.remove(at: place)
        case 5: parts[place] = chance(2) ? parts[place].uppercased() : parts[place] + one(of: HostileValues.encoded)
        default: parts[place] = one(of: known).percentEncoded
        }
        path = parts.joined(separator: "/")
    }

    private mutating func query(hasOne: Bool) -> String {
        let name = chance(10) ? one(of: HostileValues.encoded) : one(of: queryNames)
        let value =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: one(of: HostileValues.encoded)
            case 1: one(of: known).percentEncoded
            case 2: one(of: HostileValues.scalars).percentEncoded
            default: one(of: HostileValues.texts).percentEncoded
            }
        return (hasOne ? "&" : "?") + name + (chance(20) ? "" : "=") + value
    }

    private mutating func change(_ fields: inout [(name: String, value: String)]) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where !fields.isEmpty: fields.remove(at: Int.random(in: 0..<fields.count, using: &random))
        case 1 where !fields.isEmpty: fields.append(one(of: fields))
        case 2: fields.append((chance(2) ? "If-Match" : "If-None-Match", one(of: known)))
        case 3:
            let field = one(of: HostileValues.fields)
            fields.removeAll { $0.name == field.name }
            fields.append(field)
        default: fields.append(one(of: HostileValues.fields))
        }
    }

    // MARK: Bodies

    private mutating func body(of sample: RequestSample, instead body: Data) -> Data {
        guard !sample.bodies.isEmpty, !chance(12) else { return changedBytes(body) }
        var draft = one(of: sample.bodies)
        for _ in 0..<Int.random(in: 1...3, using: &random) { draft = changed(draft) }
        let data = Data(draft.text.utf8)
        return chance(30) ? changedBytes(data) : data
    }

    private mutating func changed(_ draft: JSONDraft) -> JSONDraft {
        let count = draft.count
        // Seldom the whole body, because then none of its values is read.
        let place = count == 1 || chance(20) ? 0 : Int.random(in: 1..<count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
            let text = JSONDraft.quoted(chance(3) ? one(of: known) : one(of: HostileValues.texts))
            return draft.replacing(place) { _ in .scalar(text) }
        case 2, 3:
            let scalar = one(of: HostileValues.scalars)
            return draft.replacing(place) { _ in .scalar(scalar) }
        case 4: return draft.replacing(place) { _ in nil }
        case 5:
            let other = anyPart()
            return draft.replacing(place) { _ in other }
        default:
            let (name, other, change) = (memberName(), anyPart(), Int.random(in: 0..<4, using: &random))
            return draft.replacing(place) { part in
                switch (part, change) {
                case (.array, 0): .array([])
                case (.array(let elements), 1): .array(Array(repeatElement(elements, count: 50).joined()))
                case (.array(let elements), _): .array(elements + [other])
                case (.object(let members), 0): .object(members + members)
                case (.object(let members), _): .object(members + [(name, other)])
                case (.scalar, 0): .array([part])
                case (.scalar, 1): .object([(name, part)])
                case (.scalar, _): other
                }
            }
        }
    }

    /// A value out of any body.
    private mutating func anyPart() -> JSONDraft {
        let bodies = one(of: samples).bodies
        guard !bodies.isEmpty else { return .scalar(one(of: HostileValues.scalars)) }
        let body = one(of: bodies)
        return body.part(at: Int.random(in: 0..<body.count, using: &random))
    }

    private mutating func memberName() -> String {
        let bodies = one(of: samples).bodies
        if !bodies.isEmpty, case .object(let members) = one(of: bodies), !members.isEmpty {
            return one(of: members).name
        }
        return one(of: HostileValues.texts)
    }

    private mutating func changedBytes(_ body: Data) -> Data {
        var bytes = Array(body)
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes = Array(bytes[..<place])
        case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 3: bytes = []
        case 4:
            bytes += Array(repeating: 0x20, count: one(of: [64 * 1_024 - bytes.count, 64 * 1_024 + 1]).magnitude.int)
        default: bytes.insert(contentsOf: Array(one(of: samples).request.body.prefix(2_000)), at: place)
        }
        return Data(bytes)
    }
}

extension UInt {
    fileprivate var int: Int { Int(clamping: self) }
}

extension String {
    /// Percent-encodes all characters except those that are valid anywhere in an address.
    fileprivate var percentEncoded: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
