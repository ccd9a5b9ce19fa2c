import OrbitModels
import Testing
import Validation

@testable import Profiles

@Suite struct ProfileDisclosureTests {
    private let catalogue = MessageCatalogue.english

    @Test func `every field has a disclosure text for every audience`() {
        for field in ProfileField.allCases {
            for audience in [nil] + Audience.known.map(Optional.some) {
                #expect(catalogue.message(forDisclosureOf: field, to: audience)?.isEmpty == false)
            }
        }
    }

    @Test func `the text about free hours warns of a match who claims all hours`() throws {
        for audience in [nil, Audience.matches] {
            let words = try #require(catalogue.message(forDisclosureOf: .availability, to: audience))
            #expect(words.contains("A match who claims to be free all week sees all of your free hours."))
        }
    }

    @Test func `the text about a delayed effect names the day`() throws {
        let day = try #require(CalendarDay("2027-02-14"))
        #expect(catalogue.message(for: .availability, countingFrom: day).contains("2027-02-14"))
        #expect(catalogue.message(forFirst: .availability).hasPrefix("Free hours: "))
    }
}
