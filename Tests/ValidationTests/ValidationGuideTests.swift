import Foundation
import OrbitModels
import Testing
import Validation

/// The snippets of the module's landing page and documentation comments.
@Suite struct ValidationGuideTests {
    @Test func `a form and a server find the same failures`() throws {
        let today = try #require(CalendarDay("2026-11-21"))
        var profile = try ProfileRulesTests.goodProfile()
        profile.interests = []

        let rules = ProfileRules(on: today)
        let progress = rules.progress(of: profile)
        #expect(progress.firstIncompleteStep == .interests)
        #expect(progress[.interests].firstInvalidField == "interests")
        #expect(progress[.interests].missing == ["interests"])
        #expect(throws: ValidationError.invalid(progress[.interests].blocking)) { try rules.checked(profile) }

        let words = progress[.interests].blocking.map { MessageCatalogue.english.message(for: $0, in: .profile) }
        #expect(words == ["Choose at least 3 interests."])
    }

    @Test func `a rule for a value can be used at any path`() {
        let rules: [Rule<Location>] = [
            .field("city", { $0.city }, .text(Limits.city)),
            .ifPresent("state", { $0.state }, .text(Limits.region)),
        ]
        let failures = rules.failures(in: Location(city: ""))
        #expect(failures.map(\.path) == ["city"])
        #expect(failures.map(\.code) == [.required])
        #expect(failures.under("location").map(\.path) == ["location.city"])
    }

    @Test func `addresses and codes are parsed`() throws {
        let email = try EmailAddress(" Maya+orbit@CS.Stanford.EDU\u{200B}")
        #expect(email.text == "Maya+orbit@cs.stanford.edu")
        #expect(try EmailAddress("  Ana.Diaz+orbit@EXACTAS.UBA.AR ").identityKey == "ana.diaz+orbit@exactas.uba.ar")
        #expect(try VerificationCode("012 345").digits == "012345")
    }

    @Test func `a list of universities determines the university of an address`() throws {
        let data = Data(
            """
            [{"name": "Stanford University", "country": "United States", "alpha_two_code": "US",
              "domains": ["stanford.edu"], "web_pages": ["http://www.stanford.edu/"], "state-province": null}]
            """.utf8)
        let list = try CampusRegistry.universities(fromJSON: data)
        let registry = CampusRegistry(universities: list.elements)
        let membership = try registry.membership(of: EmailAddress("maya@cs.stanford.edu"))
        #expect(membership.university?.name == "Stanford University")
        #expect(try registry.suggestion(for: EmailAddress("a@stanford.ed"))?.text == "a@stanford.edu")
    }

    @Test func `typed interests are folded to the intended interests`() {
        #expect(InterestFolding.interest(from: "  boardgames ")?.label == "Board Games")
        #expect(InterestFolding.interest(from: "Bouldering ")?.label == "Bouldering")
    }

    @Test func `messages can be replaced by another language`() {
        let catalogue = MessageCatalogue.english.overlaid(
            with: MessageCatalogue(templates: [.tooFew: "Wähle mindestens {min} aus."]))
        let failure = FieldFailure(path: "sports", code: .tooFew, parameters: ["min": 3])
        #expect(catalogue.message(for: failure) == "Wähle mindestens 3 aus.")
    }
}
