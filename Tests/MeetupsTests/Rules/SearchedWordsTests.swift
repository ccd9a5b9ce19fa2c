import Foundation
import OrbitModels
import Testing

@testable import Meetups

@Suite struct SearchedWordsTests {
    private func finds(_ query: String, in title: String) throws -> Bool {
        var bytes = 0
        let plan = try MeetupsUnderTest.plan(title)
        return SearchedWords(query).areFound(in: SearchableWords(of: plan), bytes: &bytes)
    }

    @Test func `a word is found as a part of a word, without regard to case, accents and width`() throws {
        for (query, title) in [
            ("TENN", "Tennis at dusk"), ("dusk tennis", "Ténnis at Dusk"), ("ｄｕｓｋ", "Dusk"), ("café", "CAFE"),
            ("\u{1112}\u{1161}\u{11AB}", "한글"), ("aab", "aaab"), ("", "Tennis"), (" \n", "Tennis"), ("กี่", "เกี่ยว"),
        ] { #expect(try finds(query, in: title), "\(query) in \(title)") }
        for (query, title) in [
            ("dawn", "Tennis at dusk"), ("tennis dawn", "Tennis"), ("atdusk", "at dusk"), ("aab", "aba"),
        ] { #expect(try !finds(query, in: title), "\(query) in \(title)") }
    }

    @Test func `the bytes of a query are bounded, whichever scalars a text repeats`() {
        for unit in ["👩\u{200D}", "ﷺ", "a\u{316}\u{301}\u{5B0}", "กี่"] {
            let text = String(repeating: unit, count: 58_000 / unit.utf8.count)
            #expect((SearchedWords(text).query ?? "").utf8.count <= 4 * MeetupFilter.maxTextScalars)
        }
    }

    @Test func `a search counts the bytes of the text once for each word, up to the first word not found`() throws {
        let words = SearchableWords(of: try MeetupsUnderTest.plan("Tennis"))
        let length = words.text.utf8.count
        for (query, times) in [("tennis", 1), ("x tennis", 1), ("tennis x", 2), ("", 0)] {
            var bytes = 0
            _ = SearchedWords(query).areFound(in: words, bytes: &bytes)
            #expect(bytes == times * length, "\(query)")
        }
    }

    @Test func `every word of a text is kept once`() throws {
        var plan = try MeetupsUnderTest.plan("Tennis tennis TÉNNIS")
        plan.description = "tennis\nat  dusk at dusk"
        plan.interestTags = [Interest("Dusk")]
        #expect(SearchableWords(of: plan).text == "tennis at dusk")
    }
}
