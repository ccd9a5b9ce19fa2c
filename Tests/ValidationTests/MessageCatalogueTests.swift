import Foundation
import OrbitModels
import Testing
import Validation

@Suite struct MessageCatalogueTests {
    @Test func `parameters are inserted into a message`() {
        let failure = FieldFailure(path: "size", code: .outOfRange, parameters: ["min": 2, "max": 5])
        #expect(MessageCatalogue.english.message(for: failure) == "Choose something from 2 to 5.")
    }

    @Test func `a message for a field takes precedence over the message for its code`() {
        let english = MessageCatalogue.english
        #expect(
            english.message(for: FieldFailure(path: "interests", code: .tooFew, parameters: ["min": 3]), in: .profile)
                == "Choose at least 3 interests.")
        #expect(
            english.message(for: FieldFailure(path: "other", code: .tooFew, parameters: ["min": 3]), in: .profile)
                == "Choose at least 3.")
        #expect(
            english.message(for: FieldFailure(path: "interests[12]", code: .duplicate), in: .profile)
                .contains("interest you already")
        )
    }

    @Test func `a field of another form or without a form has the message for its code`() {
        let failure = FieldFailure(path: "name", code: .required)
        let english = MessageCatalogue.english
        #expect(english.message(for: failure, in: .profile) == "Tell people your name.")
        #expect(english.message(for: failure, in: .signIn) == "Fill this in.")
        #expect(english.message(for: failure, in: FormName(rawValue: "meetup")) == "Fill this in.")
        #expect(english.message(for: failure) == "Fill this in.")
    }

    @Test func `a catalogue contains messages for failures and words for values`() {
        let german = MessageCatalogue(
            templates: [.required: "Fülle das aus."],
            words: LocalizedStrings([LocalizationKey("sport", "gym"): "Fitnessraum"]))
        let catalogue = MessageCatalogue.english.overlaid(with: german)
        #expect(catalogue.words(Sport.gym) == "Fitnessraum")
        #expect(catalogue.words(Sport.yoga) == "Yoga")
        #expect(catalogue.message(for: FieldFailure(path: "x", code: .required)) == "Fülle das aus.")
    }

    @Test func `an unknown code or a missing parameter has a general message`() {
        let english = MessageCatalogue.english
        let unknown = FieldFailure(path: "bio", code: FailureCode(rawValue: "too_boring"))
        #expect(english.message(for: unknown) == "Check this and try again.")
        #expect(english.message(for: FieldFailure(path: "x", code: .tooLong)) == "Check this and try again.")
        #expect(MessageCatalogue().message(for: unknown).isEmpty)
    }

    @Test func `an overlaid language replaces its messages and keeps all others`() {
        let german = MessageCatalogue(
            templates: [
                .tooFew: MessageTemplate { parameters in
                    parameters["min"]?.integer.map { $0 == 1 ? "Wähle eines aus." : "Wähle mindestens \($0) aus." }
                }
            ],
            templatesByForm: [.profile: ["name": [.required: "Wie heißt du?"]]])
        let catalogue = MessageCatalogue.english.overlaid(with: german)
        func words(_ path: String, _ code: FailureCode, _ parameters: [String: ParameterValue] = [:]) -> String {
            catalogue.message(for: FieldFailure(path: path, code: code, parameters: parameters), in: .profile)
        }
        #expect(words("sports", .tooFew, ["min": 1]) == "Wähle eines aus.")
        #expect(words("sports", .tooFew, ["min": 2]) == "Wähle mindestens 2 aus.")
        #expect(words("name", .required) == "Wie heißt du?")
        #expect(words("bio", .required) == "Fill this in.")
    }

    @Test func `a template from text inserts parameters, and an open brace is invalid`() {
        let catalogue = MessageCatalogue(templates: [.tooLong: MessageTemplate(template: "max {max}, got {actual} }")])
        let failure = FieldFailure(path: "", code: .tooLong, parameters: ["max": 3, "actual": 4])
        #expect(catalogue.message(for: failure) == "max 3, got 4 }")
        let open = MessageCatalogue(templates: [.tooLong: MessageTemplate(template: "a {max")], otherwise: "?")
        #expect(open.message(for: failure) == "?")
    }

    @Test func `English has a message for every code of this module`() {
        let codes: [FailureCode] = [
            .required, .leftUnanswered, .tooShort, .tooLong, .tooManyBytes, .outOfRange, .tooFew, .tooMany, .duplicate,
            .malformed, .notAllowed, .hiddenCharacters, .mixedScripts, .unknownValue, .missingAtSign, .severalAtSigns,
            .containsSpace, .quotedLocalPart, .malformedLocalPart, .malformedDomain, .notCampusAddress,
            .freeMailAddress, .openCampusDomain, .schoolDomain, .roleNotAdmitted, .foreignDigits, .empty,
            .unsupportedFormat, .damaged,
            .metadataRemains,
        ]
        for code in codes {
            let failure = FieldFailure(path: "x", code: code, parameters: ["min": 1, "max": 2])
            #expect(MessageCatalogue.english.message(for: failure) != MessageCatalogue.english.otherwise)
        }
        #expect(Set(codes).count == MessageCatalogue.english.templates.count)
    }

    @Test func `an error's description contains the messages of its failures`() {
        let error = ValidationError.invalid([
            FieldFailure(path: "name", code: .required),
            FieldFailure(path: "interests", code: .tooFew, parameters: ["min": 3]),
        ])
        #expect(error.localizedDescription == "Fill this in. Choose at least 3.")
        #expect(ValidationError.unreadableUniversityList.localizedDescription.hasSuffix("Get a new copy of it."))
        #expect(ValidationError.unreadableUniversityList.failures.isEmpty)
    }
}
