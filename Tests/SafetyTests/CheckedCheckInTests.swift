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

    @Test func `a name with a link has a failure at the name alone`() {
        let checked = checked("www.example.com", "mum@family.example")
        #expect(checked.failures == [FieldFailure(path: "contact.name", code: .containsLink)])
        #expect(checked.email != nil)
    }
}
