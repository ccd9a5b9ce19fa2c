import OrbitModels
import Testing
import TimeAndChance

@testable import Validation

@Suite struct DomainSuggestionTests {
    private let registry = CampusRegistry(universities: [
        CampusRegistryTests.stanford, CampusRegistryTests.toronto,
        University(name: "MIT", country: "United States", alphaTwoCode: "US", domains: ["mit.edu"]),
    ])

    @Test(arguments: [
        ("maya@standford.edu", nil), ("maya@stanfrod.edu", nil), ("maya@cs.standford.edu", nil), ("maya@mti.edu", nil),
        ("maya@stanford.ed", "maya@stanford.edu"), ("maya@stanford.edi", "maya@stanford.edu"),
        ("maya@stanford.deu", "maya@stanford.edu"), ("maya@stanfordedu.edu", nil),
        ("Maya+x@cs.utornoto.ca", "Maya+x@cs.utoronto.ca"), ("maya@utornoto.ca", "maya@utoronto.ca"),
        ("maya@utoronto.co", "maya@utoronto.ca"), ("maya@atoronto.ca", nil),
        ("maya@smallcollege.ed", "maya@smallcollege.edu"), ("maya@smallcollege.eud", "maya@smallcollege.edu"),
        ("maya@stanford.edu", nil), ("maya@cs.stanford.edu", nil), ("maya@yale.edu", nil), ("maya@uni.eu", nil),
        ("maya@gmial.com", nil), ("maya@gmail.com", nil), ("maya@evil.com", nil),
    ])
    func `a mistyped campus domain gets the intended suggestion`(typed: String, meant: String?) throws {
        #expect(try registry.suggestion(for: EmailAddress(typed))?.text == meant)
    }

    @Test func `ambiguous and short domains get no suggestion`() throws {
        let registry = CampusRegistry(universities: [
            University("Ulm", "uni-ulm.example"), University("Elm", "uni-elm.example"),
            University("Kth", "kth.example"),
        ])
        #expect(try registry.suggestion(for: EmailAddress("a@uni-lm.example")) == nil)
        #expect(try registry.suggestion(for: EmailAddress("a@kht.example")) == nil)
        #expect(try registry.suggestion(for: EmailAddress("a@uni-ulmm.example"))?.domain.ascii == "uni-ulm.example")
    }

    @Test func `a short name is suggested for swapped letters, but not for other mistakes`() throws {
        let registry = CampusRegistry(universities: [
            University(name: "Orbit", country: "X", alphaTwoCode: "XX", domains: ["orbit.example", "kit.example"])
        ])
        #expect(try registry.suggestion(for: EmailAddress("a@orbti.example"))?.domain.ascii == "orbit.example")
        #expect(try registry.suggestion(for: EmailAddress("a@orbid.example")) == nil)
        #expect(try registry.suggestion(for: EmailAddress("a@orbt.example")) == nil)
        #expect(try registry.suggestion(for: EmailAddress("a@kti.example")) == nil)
    }

    @Test func `swapped letters in a name of four letters get no suggestion`() throws {
        let registry = CampusRegistry(universities: [University("Quad", "quad.example")])
        #expect(try registry.suggestion(for: EmailAddress("a@qaud.example")) == nil)
    }

    /// A listed name two mistakes away stops the search, and a name farther away does not.
    @Test(arguments: [("abcdexy.edi", "abcdefg.edi", "abcdefg.edu"), ("abcdefxy.edi", "abcdefgh.edi", nil)])
    func `a domain of twelve bytes is compared up to two mistakes, and a shorter domain up to one`(
        listed: String, typed: String, meant: String?
    ) throws {
        let registry = CampusRegistry(universities: [University("Near", listed)])
        #expect(try registry.suggestion(for: EmailAddress("a@\(typed)"))?.domain.ascii == meant)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `the index finds the same nearest domains as an exhaustive comparison`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func word() -> String {
            String(
                (0..<Int.random(in: 4...9, using: &random)).map { _ in "aabbcd-1".randomElement(using: &random) ?? "a" }
            )
        }
        let names = Set((0..<400).map { _ in word() + ".de" })
        let index = DomainIndex(names)
        #expect(index.nearest(to: "a", atMost: 2).names.isEmpty)
        for _ in 0..<60 {
            let typed = word() + ".de"
            let all = names.compactMap { name in
                EditDistance.between(Array(typed.utf8), Array(name.utf8), atMost: 2).map { (name, $0) }
            }
            let least = all.map(\.1).min()
            let found = index.nearest(to: typed, atMost: 2)
            #expect(found.names.sorted() == all.filter { $0.1 == least }.map(\.0).sorted())
            if let least { #expect(found.distance == least) }
        }
    }

    @Test func `an address with very many labels gets no suggestion`() throws {
        let deep = "a@" + String(repeating: "utoront.", count: 28) + "xy"
        for _ in 0..<100 { #expect(try registry.suggestion(for: EmailAddress(deep)) == nil) }
    }

    @Test func `a near miss of a free mail provider gets no suggestion`() throws {
        let registry = CampusRegistry(universities: [
            University(name: "Gmaill", country: "", alphaTwoCode: "", domains: ["gamil.co"])
        ])
        #expect(try registry.suggestion(for: EmailAddress("a@gmil.com")) == nil)
    }

    @Test(arguments: [
        ("stanford", "stanford", 0), ("stanfrod", "stanford", 1), ("standford", "stanford", 1),
        ("stnford", "stanford", 1),
        ("sanfrod", "stanford", 2), ("", "ab", 2), ("ab", "", 2), ("abcd", "badc", 2), ("kitten", "sitting", nil),
    ])
    func `the edit distance counts a swap of neighbours as one edit`(a: String, b: String, distance: Int?) {
        #expect(EditDistance.between(Array(a.utf8), Array(b.utf8), atMost: 2) == distance)
        #expect(EditDistance.between(Array(b.utf8), Array(a.utf8), atMost: 2) == distance)
    }
}
