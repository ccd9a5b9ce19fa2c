import OrbitModels
import Testing

@testable import Validation

@Suite struct DomainSuggestionTests {
    private let registry = CampusRegistry(universities: [
        CampusRegistryTests.stanford, CampusRegistryTests.toronto,
        University(name: "MIT", country: "United States", alphaTwoCode: "US", domains: ["mit.edu"]),
    ])

    @Test(arguments: [
        ("maya@standford.edu", "maya@stanford.edu"), ("maya@stanfrod.edu", "maya@stanford.edu"),
        ("maya@stanford.ed", "maya@stanford.edu"), ("maya@stanford.edi", "maya@stanford.edu"),
        ("maya@stanford.deu", "maya@stanford.edu"), ("maya@stanfordedu.edu", nil),
        ("Maya+x@cs.standford.edu", "Maya+x@cs.stanford.edu"), ("maya@utornoto.ca", "maya@utoronto.ca"),
        ("maya@utoronto.co", "maya@utoronto.ca"), ("maya@mti.edu", "maya@mit.edu"),
        ("maya@smallcollege.ed", "maya@smallcollege.edu"), ("maya@smallcollege.eud", "maya@smallcollege.edu"),
        ("maya@stanford.edu", nil), ("maya@cs.stanford.edu", nil), ("maya@yale.edu", nil), ("maya@uni.eu", nil),
        ("maya@gmial.com", nil), ("maya@gmail.com", nil), ("maya@evil.com", nil),
    ])
    func `a slip of the finger is put right`(typed: String, meant: String?) throws {
        #expect(try registry.suggestion(for: EmailAddress(typed))?.text == meant)
    }

    @Test func `a near miss of a free mail provider suggests no campus`() throws {
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
    func `distance counts slips, swapped neighbours as one`(a: String, b: String, distance: Int?) {
        #expect(EditDistance.between(Array(a.utf8), Array(b.utf8), atMost: 2) == distance)
        #expect(EditDistance.between(Array(b.utf8), Array(a.utf8), atMost: 2) == distance)
    }
}
