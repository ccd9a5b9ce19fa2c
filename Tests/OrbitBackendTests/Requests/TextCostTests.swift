import Foundation
import Networking
import OrbitModels
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// The cost of every text, list and object of every body, and of every value of a query. The texts are in scripts that
/// are costly to process.
@Suite struct TextCostTests {
    private let world: AuthorizationWorld
    private let samples: [RequestSample]
    /// A sample of every operation that reads JSON.
    private let bodies: [RequestSample]

    init() async throws {
        world = try await AuthorizationWorld.shared.value
        samples = try await RequestSample.all.value
        bodies = try await RequestSample.readingJSON()
    }

    /// Costly texts. A folded ligature has 18 characters. Marks are sorted before a comparison. A chain of joined emoji
    /// is one character of any length.
    private static let scripts: [(name: String, unit: String)] = [
        ("ligatures", "ﷺ"), ("marks", "a\u{316}\u{301}\u{5B0}"), ("chains", "👩\u{200D}"), ("Thai", "กี่"),
    ]
    private static let size = 57_000

    /// The minimum processor time that is assumed for a plain body, in seconds.
    static let leastPlain = 0.003

    /// Returns the maximum processor time in seconds if a plain body takes `plain` seconds. It is ten times as long,
    /// and at least 30 ms.
    ///
    /// A text that is refused by its length is only decoded, in time that is linear in its size. A plain body may be
    /// refused within a fraction of a millisecond, which is too short for a comparison. Tests are not optimised, and
    /// processor time varies on a busy machine, so no bound is below 30 ms. For the same reasons, a plain body may take
    /// over 3 ms, and the bound is then above 30 ms. `orbit-bench hostile` measures optimised code.
    private static func bound(beside plain: Double) -> Double { 10 * max(plain, leastPlain) }

    @available(macOS 15, iOS 18, *)
    @Test(.enabled(if: !RequestCostTests.isThorough, "every script is tried"))
    func `one script at each place of a body costs under 30 ms, or ten times plain text`() async throws {
        try await expectBound(ofEveryScript: false)
    }

    @available(macOS 15, iOS 18, *)
    @Test(.enabled(if: RequestCostTests.isThorough, "ORBIT_REQUESTS is not set"))
    func `every script at each place of a body costs under 30 ms, or ten times plain text`() async throws {
        try await expectBound(ofEveryScript: true)
    }

    /// Fills each text, list and object to the full size, in every script or in a script that depends on its place.
    @available(macOS 15, iOS 18, *)
    private func expectBound(ofEveryScript isEveryScript: Bool) async throws {
        let server = try await world.copy()
        var worst = (ratio: 0.0, what: "")
        var tried: Set<String> = []
        for sample in bodies {
            let token = try world.person(sample.column).token.reveal
            let draft = try #require(sample.bodies.max { $0.count < $1.count })
            for place in 0..<draft.count {
                for filling in draft.part(at: place).fillings {
                    let plain = try await RequestCostTests.time(
                        of: draft.filling(place, filling, with: "a", size: Self.size), sample, by: token, on: server)
                    let allowed = Self.bound(beside: plain)
                    for (number, script) in Self.scripts.enumerated()
                    where isEveryScript || number == place % Self.scripts.count {
                        let hostile = draft.filling(place, filling, with: script.unit, size: Self.size)
                        let time = try await RequestCostTests.time(
                            of: hostile, sample, by: token, on: server, enough: allowed)
                        tried.insert(sample.operation)
                        let what = "\(sample.operation)\(draft.path(at: place)), \(filling) of \(script.name)"
                        if time / allowed > worst.ratio { worst = (time / allowed, what) }
                    }
                }
            }
        }
        #expect(worst.ratio < 1, "\(worst)")
        #expect(tried == Set(bodies.map(\.operation)))
    }

    /// The bound follows from a body with a list of the same number of identifiers. The backend only counts them.
    @available(macOS 15, iOS 18, *)
    @Test func `a full list of short elements stays within the time bound and has a short response`() async throws {
        let server = try await world.copy()
        let many = JSONDraft.array(Array(repeating: .scalar("\"a\""), count: Self.size / 4))
        func time(_ sample: RequestSample, _ draft: JSONDraft, enough: Double = 0) async throws -> Double {
            let token = try world.person(sample.column).token.reveal
            return try await RequestCostTests.time(of: draft, sample, by: token, on: server, enough: enough)
        }
        let seen = try #require(bodies.first { $0.operation == "noteSeen" })
        let allowed = Self.bound(beside: try await time(seen, .object([("user_ids", many)])))
        var lists = 0
        for sample in bodies {
            let draft = try #require(sample.bodies.max { $0.count < $1.count })
            for place in 0..<draft.count {
                guard case .array = draft.part(at: place) else { continue }
                let what: Comment = "\(sample.operation)\(draft.path(at: place))"
                let hostile = draft.replacing(place) { _ in many }
                #expect(try await time(sample, hostile, enough: allowed) < allowed, what)
                var request = sample.request.signed(by: try world.person(sample.column).token.reveal)
                request.body = Data(hostile.text.utf8)
                let response = await server.backend.respond(to: request, origin: "192.0.2.3")
                #expect((400..<500).contains(response.status), what)
                // One failure for each element would be larger than the request.
                #expect(response.body.count < 4_000, what)
                lists += 1
            }
        }
        #expect(lists > 10)
    }

    @Test(arguments: ["👩\u{200D}", "ﷺ", "a\u{316}\u{301}"])
    func `a query value of 58 KB is refused with the name of its parameter`(_ unit: String) async throws {
        let contract = try Contract.current.get()
        let server = try await world.copy()
        let token = try world.person(.owner).token.reveal
        let escaped = unit.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
        let value = String(repeating: escaped, count: 58_000 / escaped.utf8.count)
        var tried = 0
        for operation in contract.operations {
            guard let sample = samples.first(where: { $0.operation == operation.id && $0.column == .owner }) else {
                continue
            }
            for parameter in operation.body["parameters"]?.elements ?? [] {
                let parameter = try contract.resolved(parameter)
                guard parameter["in"]?.string == "query", let name = parameter["name"]?.string else { continue }
                var request = sample.request.signed(by: token)
                let path = request.url.path(percentEncoded: true)
                request.url = try #require(URL(string: "https://orbit.example\(path)?\(name)=\(value)"))
                let response = await server.backend.respond(to: request, origin: "192.0.2.3")
                #expect(response.status == 414, "\(operation.name) \(name)")
                let problem = try OrbitJSON.decoder.decode(Problem.self, from: response.body)
                #expect(problem.fields.map(\.path) == [name] && problem.fields.map(\.code) == [.tooLong])
                tried += 1
            }
        }
        #expect(tried > 20)
    }

    @Test func `1,000 interests are refused by their number, and a long bio as too long`() async throws {
        let sample = try #require(samples.first { $0.operation == "updateMe" && $0.column == .owner })
        let server = try await world.copy()
        var profile = Profile(name: "Maya")
        profile.interests = (0..<1_000).map { Interest(String(repeating: "ﷺ", count: 15) + "\($0)") }
        profile.bio = String(repeating: "👩\u{200D}", count: 1_200)
        var request = sample.request.signed(by: try world.person(.owner).token.reveal)
        request.body = try OrbitJSON.encoder.encode(profile)
        let response = await server.backend.respond(to: request, origin: "192.0.2.3")
        let problem = try OrbitJSON.decoder.decode(Problem.self, from: response.body)
        #expect(response.status == 422)
        let failures = problem.fields.filter { ["bio", "interests"].contains($0.path.prefix { $0 != "[" }) }
        #expect(failures.map(\.path) == ["bio", "interests"])
        #expect(failures.map(\.code) == [.tooLong, .tooMany])
    }
}

/// The content that fills the value at a place of a body.
private enum Filling {
    /// A number of texts, which together have the given size.
    case texts(Int)
    /// JSON members with names of nearly the maximum length.
    case names
}

extension JSONDraft {
    /// The fillings of the value: one text for a text, many texts for a list, and many texts or names for an object.
    fileprivate var fillings: [Filling] {
        switch self {
        case .scalar(let text): text.hasPrefix("\"") ? [.texts(1)] : []
        case .array: [.texts(100), .texts(1_000)]
        case .object: [.texts(100), .texts(1_000), .names]
        }
    }

    /// Returns the draft with texts or names of a total size at a place.
    fileprivate func filling(_ place: Int, _ filling: Filling, with unit: String, size: Int) -> JSONDraft {
        switch filling {
        case .names:
            let members = Self.members(namedWith: unit, size: size)
            return replacing(place) { _ in .object(members) }
        case .texts(let count):
            let text = String(repeating: unit, count: size / count / unit.utf8.count)
            return replacing(place) { part in
                switch part {
                case .scalar: .scalar(Self.quoted(text))
                case .array: .array((0..<count).map { .scalar(Self.quoted(text + "\($0)")) })
                case .object: .object((0..<count).map { ("n\($0)", .scalar(Self.quoted(text))) })
                }
            }
        }
    }

    private static func members(namedWith unit: String, size: Int) -> [(name: String, value: JSONDraft)] {
        let name = String(repeating: unit, count: 112 / unit.utf8.count)
        return (0..<size / (name.utf8.count + 12)).map { ("\(name)\($0)", .scalar(quoted("a"))) }
    }
}
