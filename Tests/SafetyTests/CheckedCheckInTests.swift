import Foundation
import OrbitModels
import Safety
import Testing
import Validation

@Suite struct CheckedCheckInTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func checked(_ name: String, _ email: String) -> CheckedCheckIn {
        CheckedCheckIn(
            CheckInEntry(
                dueAt: Self.now.addingTimeInterval(3_600), contact: CheckInContact(name: name, email: email),
                message: "  At the court. "), at: Self.now)
    }

    @Test func `a valid entry is cleaned, and has its contact's address`() throws {
        let checked = checked(" Mum ", " mum@Family.EXAMPLE ")
        #expect(checked.failures.isEmpty)
        #expect(checked.entry.contact == CheckInContact(name: "Mum", email: "mum@family.example"))
        #expect(checked.entry.message == "At the court.")
        #expect(try checked.email == EmailAddress("mum@family.example"))
    }

    @Test func `an entry with an invalid address has all failures, keeps the spelling and has no address`() {
        let checked = checked("", " mum(at)family ")
        #expect(checked.failures.map(\.path) == ["contact.name", "contact.email"])
        #expect(checked.entry.contact.email == " mum(at)family ")
        #expect(checked.email == nil)
    }

    @Test func `only a check-in of a meetup can share its plan`() {
        var entry = checked("Mum", "mum@family.example").entry
        entry.sharesPlan = true
        #expect(
            CheckInRules.failures(in: entry, at: Self.now)
                == [FieldFailure(path: "share_plan", code: .needsMeetup)])
        entry.meetupID = "m"
        #expect(CheckInRules.failures(in: entry, at: Self.now).isEmpty)
    }

    @Test(
        arguments: [
            (299, .dueTooSoon), (300, nil), (172_800, nil), (172_801, .dueTooLate), (.nan, .dueTooSoon),
        ] as [(TimeInterval, FailureCode?)])
    func `a check-in is due in five minutes to two days`(seconds: TimeInterval, code: FailureCode?) {
        let dueAt = Self.now.addingTimeInterval(seconds)
        #expect(CheckInRules.failures(inDue: dueAt, at: Self.now).first?.code == code)
    }

    @Test(arguments: [(-1, .notLater), (0, .notLater), (1, nil)] as [(TimeInterval, FailureCode?)])
    func `an extended check-in is due later than before`(seconds: TimeInterval, code: FailureCode?) {
        let previous = Self.now.addingTimeInterval(3_600)
        let failures = CheckInRules.failures(inDue: previous + seconds, after: previous, at: Self.now)
        #expect(failures.first?.code == code)
    }

    @Test(arguments: [(1_000, true), (1_001, false)])
    func `a message has at most 1,000 characters`(count: Int, isValid: Bool) {
        var entry = checked("Mum", "mum@family.example").entry
        entry.message = String(repeating: "x", count: count)
        #expect(CheckInRules.failures(in: entry, at: Self.now).isEmpty == isValid)
    }

    @Test func `a name with a link has a failure at the name alone`() {
        let checked = checked("www.example.com", "mum@family.example")
        #expect(checked.failures == [FieldFailure(path: "contact.name", code: .containsLink)])
        #expect(checked.email != nil)
    }
}
