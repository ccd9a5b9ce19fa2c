import Auth
import Foundation
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// Members keep their campus when the list of universities changes.
@Suite struct KeptCampusTests {
    private let world = CampusWorld()

    @Test func `a campus does not depend on the order of the list and of its domains`() async throws {
        let (forth, back) = (
            [University("A", "a.example", "b.example"), University("C", "c.example")],
            [University("C", "c.example"), University("A", "b.example", "a.example")]
        )
        let first = try await world.join("b.example", under: forth).account.campus
        #expect(try await world.join("a.example", under: back).account.campus == first)
        #expect(try await world.join("c.example", under: back).account.campus != first)
    }

    @Test func `newcomers of a listed university join the campus of a person accepted by the suffix rule`()
        async throws
    {
        let early = try await world.join("cs.uba.edu.ar", under: [])
        #expect(early.account.verification?.evidence == .suffixRule)
        let list = [University("UBA", "uba.example", "uba.edu.ar")]
        for domain in ["uba.example", "uba.edu.ar", "cs.uba.edu.ar", "law.uba.edu.ar"] {
            let late = try await world.join(domain, under: list)
            #expect(late.account.campus == early.account.campus)
            #expect(late.account.verification?.evidence == .listedDomain)
        }
    }

    @Test func `a department that later becomes a university of its own keeps the campus of its domain`() async throws {
        let whole = [University("TUM", "tum.example")]
        let early = try await world.join("in.tum.example", under: whole)
        let parts = [University("Informatics", "in.tum.example"), University("TUM", "tum.example")]
        #expect(try await world.join("in.tum.example", under: parts).account.campus == early.account.campus)
        #expect(try await world.join("tum.example", under: parts).account.campus == early.account.campus)
    }

    @Test func `a university listed after its department gets the campus of the department`() async throws {
        let early = try await world.join("in.tum.example", under: [University("Informatics", "in.tum.example")])
        let whole = [University("TUM", "tum.example")]
        #expect(try await world.join("physics.tum.example", under: whole).account.campus == early.account.campus)
    }

    @Test func `a separate university below a domain has a campus of its own`() async throws {
        let list = [University("TUM", "tum.example"), University("Asia", "asia.tum.example")]
        let asia = try await world.join("asia.tum.example", under: list)
        #expect(try await world.join("tum.example", under: list).account.campus != asia.account.campus)
        #expect(try await world.join("mail.asia.tum.example", under: list).account.campus == asia.account.campus)
        #expect(world.joins == 0)
    }

    @Test func `merged universities send newcomers to the older campus, move no member, and are reported`()
        async throws
    {
        let apart = [University("A", "a.example"), University("B", "b.example")]
        let older = try await world.join("b.example", under: apart)
        let younger = try await world.join("a.example", under: apart)
        #expect(older.account.campus != younger.account.campus)
        #expect(world.joins == 0)
        let joined = [University("A and B", "a.example", "b.example")]
        for domain in ["a.example", "b.example"] {
            #expect(try await world.join(domain, under: joined).account.campus == older.account.campus)
        }
        #expect(try await world.confirm(younger, under: joined).campus == younger.account.campus)
        #expect(world.joins == 2)
    }

    @Test func `entries that share domains are one university, in any order, even if they form a cycle`() async throws {
        let circle = [
            University("1", "a.example", "b.example"), University("2", "b.example", "c.example"),
            University("3", "c.example", "a.example"), University("4", "d.example"),
        ]
        let campus = try await world.join("a.example", under: circle).account.campus
        for domain in ["b.example", "c.example"] {
            #expect(try await world.join(domain, under: circle.reversed()).account.campus == campus)
        }
        #expect(try await world.join("d.example", under: circle).account.campus != campus)
    }

    /// With another limit, a query would not find the domains that are already stored.
    @Test func `a domain of nine labels is indexed by its last two to eight labels`() {
        let record = CampusDomainRecord(
            domain: "i.h.g.f.e.d.c.b.example", campus: "b.example", seenAt: Date(timeIntervalSince1970: 0))
        let places = record.indexEntries.filter { $0.index.hasPrefix("below") }
        #expect(places.map(\.index) == (2...8).map { "below \($0)" })
        #expect(places.first?.group == "b.example" && places.last?.group == "h.g.f.e.d.c.b.example")
    }

    @Test func `a new campus does not take the name of an existing campus`() async throws {
        // The campus is named after a.example, although no member has an address there.
        let first = try await world.join("b.example", under: [University("A", "a.example", "b.example")])
        let corrected = [University("A", "a.example"), University("B", "b.example")]
        let second = try await world.join("a.example", under: corrected)
        #expect(second.account.campus != first.account.campus)
        #expect(BackendContext.domain(ofCampus: second.account.campus) == "a.example")
        #expect(try await world.join("b.example", under: corrected).account.campus == first.account.campus)
    }

    @Test(arguments: 0..<12)
    func `reordered, extended and renamed lists neither split nor merge campuses`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let universities = (0..<5).map { u in (0..<4).map { $0 == 3 ? "d\($0).u\(u).example" : "d\($0)u\(u).example" } }
        var known = Array(repeating: 1, count: universities.count)
        var members: [(university: Int, member: CampusWorld.Member)] = []
        for step in 0..<8 {
            // Each university is listed with at least one domain, perhaps under two names, in any order.
            var list: [University] = []
            for (u, domains) in universities.enumerated() {
                let names = domains.prefix(known[u]).shuffled(using: &random)
                let cut = Int.random(in: 0..<names.count, using: &random)
                list.append(University(name: "U\(u) \(step)", country: "", alphaTwoCode: "", domains: names))
                if Bool.random(using: &random) {
                    list.append(
                        University(name: "V\(u)", country: "", alphaTwoCode: "", domains: Array(names[cut...])))
                }
                known[u] = min(4, known[u] + Int.random(in: 0...1, using: &random))
            }
            list.shuffle(using: &random)
            for _ in 0..<4 {
                let entry = list.randomElement(using: &random) ?? list[0]
                let domain = entry.domains.randomElement(using: &random) ?? ""
                let below = Bool.random(using: &random) ? "" : "mail."
                let member = try await world.join(below + domain, under: list)
                let university = universities.firstIndex { $0.contains(domain) } ?? -1
                for other in members {
                    #expect((other.member.account.campus == member.account.campus) == (other.university == university))
                    #expect(
                        try await world.confirm(other.member, under: list).campus == other.member.account.campus)
                }
                members.append((university, member))
            }
        }
        #expect(world.joins == 0)
    }

    @Test(arguments: 0..<12)
    func `people share a campus if every list has their domains in one university`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed &+ 100)
        let pool = [
            "a.example", "b.example", "x.b.example", "c.edu", "m.c.edu", "d.ac.uk", "n.d.ac.uk", "e.example",
            "www.f.example",
        ]
        var lists: [CampusRegistry] = []
        var members: [(step: Int, member: CampusWorld.Member)] = []
        var tainted: Set<String> = []
        var pairs = 0
        for step in 0..<10 {
            var list: [University] = []
            for number in 0..<Int.random(in: 1...5, using: &random) {
                let domains = pool.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
                list.append(University(name: "\(number)", country: "", alphaTwoCode: "", domains: Array(domains)))
            }
            let registry = CampusRegistry(universities: list)
            lists.append(registry)
            func institution(_ domain: String, _ step: Int) -> [String]? {
                lists[step].membership(ofDomain: domain)?.institutionDomains
            }
            for _ in 0..<9 {
                let domain = (pool.randomElement(using: &random) ?? "").replacing("www.", with: "")
                guard institution(domain, step) != nil else { continue }
                let before = world.joins
                let member = try await world.join(domain, under: list)
                let here = institution(domain, step)
                // From now on, this list puts these people on one campus, even after universities were merged.
                if world.joins > before {
                    for other in members where institution(other.member.domain, step) == here {
                        tainted.insert(other.member.account.campus)
                    }
                }
                for other in members {
                    let always = (other.step...step).allSatisfy {
                        institution(domain, $0) != nil
                            && institution(domain, $0) == institution(other.member.domain, $0)
                    }
                    guard always,
                        other.step == step && world.joins == before
                            || !tainted.contains(other.member.account.campus) && world.joins == before
                    else { continue }
                    pairs += 1
                    #expect(other.member.account.campus == member.account.campus)
                }
                members.append((step, member))
            }
        }
        #expect(pairs > 0)
    }
}
