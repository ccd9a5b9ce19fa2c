import Foundation
import Networking
import OrbitModels
import Testing
import Validation

@testable import OrbitBackend

/// The cost of every text and list of every body, and of every value of a query, in scripts that are costly to process.
@Suite struct TextCostTests {
    private let world: AuthorizationWorld
    private let samples: [RequestSample]

    init() async throws {
        world = try await AuthorizationWorld.shared.value
        samples = try await RequestSample.all.value
    }

    /// Folding a ligature makes 18 characters of one; marks are put in order; a chain is one character of any length.
    private static let scripts: [(name: String, unit: String)] = [
        ("ligatures", "ﷺ"), ("marks", "a\u{316}\u{301}\u{5B0}"), ("chains", "👩\u{200D}"), ("Thai", "กี่"),
    ]
    private static let size = 57_000
    /// Seconds that no body may exceed by itself, so that a plain body that is refused at once is no measure.
    private static let floor = 0.02

    /// One text of the whole size, or 100 or 1,000 elements that together have it. Quick runs take one script of each.
    @available(macOS 15, iOS 18, *)
    @Test func `no text or list of a body takes ten times the time of plain text of its size`() async throws {
        let isThorough = ProcessInfo.processInfo.environment["ORBIT_REQUESTS"] != nil
        let server = try await world.copy()
        let token = try world.person(.owner).token.reveal
        var (worst, tried) = ((ratio: 0.0, what: ""), 0)
        for operation in Set(samples.filter { !$0.bodies.isEmpty }.map(\.operation)).sorted() {
            guard let sample = samples.first(where: { $0.operation == operation && $0.column == .owner }),
                let draft = sample.bodies.max(by: { $0.count < $1.count })
            else { continue }
            for place in 0..<draft.count {
                for count in draft.part(at: place).counts {
                    let plain = try await RequestCostTests.time(
                        of: draft.filling(place, count, with: "a", size: Self.size), sample, by: token, on: server)
                    let allowed = max(10 * plain, Self.floor)
                    for (number, script) in Self.scripts.enumerated()
                    where isThorough || number == place % Self.scripts.count {
                        let hostile = draft.filling(place, count, with: script.unit, size: Self.size)
                        let time = try await RequestCostTests.time(
                            of: hostile, sample, by: token, on: server, enough: allowed)
                        tried += 1
                        let what = "\(operation), place \(place), \(count) of \(script.name)"
                        if time / allowed > worst.ratio { worst = (time / allowed, what) }
                    }
                }
            }
        }
        #expect(worst.ratio < 1, "\(worst)")
        #expect(tried > 200)
    }

    @Test(arguments: ["👩\u{200D}", "ﷺ", "a\u{316}\u{301}"])
    func `a query value of 58 KB is refused with the name of its item`(_ unit: String) async throws {
        let contract = try Contract.current.get()
        let server = try await world.copy()
        let token = try world.person(.owner).token.reveal
        let escaped = unit.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
        let value = String(repeating: escaped, count: 58_000 / escaped.utf8.count)
        var tried = 0
        for handler in contract.handlers {
            guard let sample = samples.first(where: { $0.operation == handler.operation && $0.column == .owner }) else {
                continue
            }
            for parameter in handler.body["parameters"]?.elements ?? [] {
                let parameter = try contract.resolved(parameter)
                guard parameter["in"]?.string == "query", let name = parameter["name"]?.string else { continue }
                var request = sample.request.signed(by: token)
                let path = request.url.path(percentEncoded: true)
                request.url = try #require(URL(string: "https://orbit.example\(path)?\(name)=\(value)"))
                let response = await server.backend.respond(to: request, origin: "192.0.2.3")
                #expect(response.status == 414, "\(handler.name) \(name)")
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

extension JSONDraft {
    /// In how many texts a value can be filled: one text, or a list or an object of any number.
    fileprivate var counts: [Int] {
        switch self {
        case .scalar(let text): text.hasPrefix("\"") ? [1] : []
        case .array, .object: [100, 1_000]
        }
    }

    /// The same with texts of a size in all at a place.
    fileprivate func filling(_ place: Int, _ count: Int, with unit: String, size: Int) -> JSONDraft {
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
