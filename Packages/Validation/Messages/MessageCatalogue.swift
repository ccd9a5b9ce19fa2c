public import OrbitModels

/// All the words that a front end shows: those for failures, by form and field, and through ``words`` those for
/// values and sentences. Keyed by code, never by a sentence, so that rewording one language breaks no other.
///
/// ```swift
/// let german = MessageCatalogue(
///     templates: [.tooFew: "Wähle mindestens {min} aus."],
///     words: Words([WordKey("poke_note", "coffee"): "Kaffee?"]))
/// let catalogue = MessageCatalogue.english.overlaid(with: german)
/// catalogue.message(for: FieldFailure(path: "interests", code: .tooFew, parameters: ["min": 3]))
/// catalogue.words(PokeNote.coffee)
/// ```
///
/// `OrbitApp` has `MessageCatalogue.app` with the words of all features: lay a translation of the app over that.
/// ``missing(from:_:)`` lists what a translation lacks.
public struct MessageCatalogue: Sendable {
    /// Words by code, for all forms.
    public var templates: [FailureCode: MessageTemplate]
    /// Words for a field of one form, which win over the general ones: `[.profile: ["bio": [.tooLong: …]]]`.
    /// Elements of a list share the path `interests[]`.
    public var templatesByForm: [FormName: [String: [FailureCode: MessageTemplate]]]
    /// What is no failure: poke notes, sports, weekdays, reasons, and whatever else a screen shows.
    public var words: Words
    /// For codes that the table does not have, such as those of a newer server.
    public var otherwise: String?

    /// Creates a catalogue.
    public init(
        templates: [FailureCode: MessageTemplate] = [:],
        templatesByForm: [FormName: [String: [FailureCode: MessageTemplate]]] = [:], words: Words = .english,
        otherwise: String? = nil
    ) {
        self.templates = templates
        self.templatesByForm = templatesByForm
        self.words = words
        self.otherwise = otherwise
    }

    /// The words for a failure: of its field in this form, of its code, or the general ones. Empty only if the
    /// catalogue has nothing to say at all.
    ///
    /// - Parameter form: without one, no field has words of its own.
    public func message(for failure: FieldFailure, in form: FormName? = nil) -> String {
        form.flatMap { templatesByForm[$0]?[Self.field(of: failure.path)]?[failure.code]?(failure.parameters) }
            ?? templates[failure.code]?(failure.parameters)
            ?? otherwise ?? ""
    }

    /// The words for several failures, one after the other.
    public func message(for failures: [FieldFailure], in form: FormName? = nil) -> String {
        failures.map { message(for: $0, in: form) }.joined(separator: " ")
    }

    /// This catalogue, with the other's words where it has any.
    public func overlaid(with other: MessageCatalogue) -> MessageCatalogue {
        MessageCatalogue(
            templates: templates.merging(other.templates) { $1 },
            templatesByForm: templatesByForm.merging(other.templatesByForm) { mine, theirs in
                mine.merging(theirs) { $0.merging($1) { $1 } }
            },
            words: words.overlaid(with: other.words), otherwise: other.otherwise ?? otherwise)
    }

    /// `interests[3].label` without the position: `interests[].label`.
    private static func field(of path: String) -> String {
        var isPosition = false
        return path.filter { character in
            if character == "]" { isPosition = false }
            defer { if character == "[" { isPosition = true } }
            return !isPosition
        }
    }
}

/// A form, so that the fields of two forms may share a name. Open: each feature names its own.
public struct FormName: RawRepresentable, Hashable, Sendable {
    /// The name, in snake case.
    public let rawValue: String

    /// The form with this name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The form in which the address and the code are typed.
    public static let signIn = Self(rawValue: "sign_in")
    /// The profile form.
    public static let profile = Self(rawValue: "profile")
}
