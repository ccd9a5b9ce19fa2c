import Auth
import Foundation
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// A campus is what it was when its people joined, whatever becomes of the list of universities.
@Suite struct KeptCampusTests {
    private let world = CampusWorld()

    @Test func `the order of the list and of its domains decides nothing`() async throws {
        let (forth, back) = (
            [University("A", "a.example", "b.example"), University("C", "c.example")],
            [University("C", "c.example"), University("A", "b.example", "a.example")]
        )
        let first = try await world.join("b.example", under: forth).account.campus
        #expect(try await world.join("a.example", under: back).account.campus == first)
        #expect(try await world.join("c.example", under: back).account.campus != first)
    }

    @Test func `a person accepted by the suffix stays, and newcomers of the listed university join them`()
        async throws
    {
        let early = try await world.join("cs.uba.edu.ar", under: [])
        #expect(early.account.standing?.evidence == .suffixRule)
        let list = [University("UBA", "uba.example", "uba.edu.ar")]
        for domain in ["uba.example", "uba.edu.ar", "cs.uba.edu.ar", "law.uba.edu.ar"] {
            let late = try await world.join(domain, under: list)
            #expect(late.account.campus == early.account.campus)
            #expect(late.account.standing?.evidence == .listedDomain)
        }
    }

    @Test func `a part that is listed alone later stays with the people of its domain`() async throws {
        let whole = [University("TUM", "tum.example")]
        let early = try await world.join("in.tum.example", under: whole)
        let parts = [University("Informatics", "in.tum.example"), University("TUM", "tum.example")]
        #expect(try await world.join("in.tum.example", under: parts).account.campus == early.account.campus)
        #expect(try await world.join("tum.example", under: parts).account.campus == early.account.campus)
    }

    @Test func `a part that was listed alone and first is where its whole goes`() async throws {
        let early = try await world.join("in.tum.example", under: [University("Informatics", "in.tum.example")])
        let whole = [University("TUM", "tum.example")]
        #expect(try await world.join("physics.tum.example", under: whole).account.campus == early.account.campus)
    }

    @Test func `another university below a domain is another campus`() async throws {
        let list = [University("TUM", "tum.example"), University("Asia", "asia.tum.example")]
        let asia = try await world.join("asia.tum.example", under: list)
        #expect(try await world.join("tum.example", under: list).account.campus != asia.account.campus)
        #expect(try await world.join("mail.asia.tum.example", under: list).account.campus == asia.account.campus)
        #expect(world.joins == 0)
    }

    @Test func `when the list joins two, newcomers go to the older, nobody moves, and the operator is told`()
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

    @Test func `entries that share a domain are one university, in any order and in a circle`() async throws {
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

    @Test func `a name that another campus has is not taken again`() async throws {
        // The campus is named for a.example, where nobody is from.
        let first = try await world.join("b.example", under: [University("A", "a.example", "b.example")])
        let corrected = [University("A", "a.example"), University("B", "b.example")]
        let second = try await world.join("a.example", under: corrected)
        #expect(second.account.campus != first.account.campus)
        #expect(BackendContext.domain(ofCampus: second.account.campus) == "a.example")
        #expect(try await world.join("b.example", under: corrected).account.campus == first.account.campus)
    }

    @Test(arguments: 0..<12)
    func `permuted, extended and with wrong names, lists part nobody and join nobody`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let universities = (0..<5).map { u in (0..<4).map { $0 == 3 ? "d\($0).u\(u).example" : "d\($0)u\(u).example" } }
        var known = Array(repeating: 1, count: universities.count)
        var members: [(university: Int, member: CampusWorld.Member)] = []
        for step in 0..<8 {
            // Each is listed with a domain at least, perhaps twice under two names, in any order.
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
    func `whatever the lists say, people whom all of them hold together are together`(seed: UInt64) async throws {
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
                // Those that this list holds together are together from now on, even after campuses were joined.
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
