public import OrbitModels

/// All texts of a front end. It contains the messages of failures by form and field, and the texts of values and
/// sentences (``words``).
///
/// Texts have codes as keys, so that rewording one language does not affect another.
///
/// ```swift
/// let german = MessageCatalogue(
///     templates: [.tooFew: "Wähle mindestens {min} aus."],
///     words: LocalizedStrings([LocalizationKey("poke_note", "coffee"): "Kaffee?"]))
/// let catalogue = MessageCatalogue.english.overlaid(with: german)
/// catalogue.message(for: FieldFailure(path: "interests", code: .tooFew, parameters: ["min": 3]))
/// catalogue.words(PokeNote.coffee)
/// ```
///
/// `OrbitApp` has `MessageCatalogue.app` with the texts of all features. Lay a translation of the app over it.
/// ``missing(from:_:)`` lists the missing texts of a translation.
public struct MessageCatalogue: Sendable {
    /// The messages by code, for all forms.
    public var templates: [FailureCode: MessageTemplate]
    /// The messages for a field of one form, which override the general messages: `[.profile: ["bio": [.tooLong: …]]]`.
    /// Elements of a list share the path `interests[]`.
    public var templatesByForm: [FormName: [String: [FailureCode: MessageTemplate]]]
    /// The texts of values and sentences, such as poke notes, sports, weekdays and reasons.
    public var words: LocalizedStrings
    /// The message for codes without an entry, such as those of a newer server.
    public var otherwise: String?

    /// Creates a catalogue.
    public init(
        templates: [FailureCode: MessageTemplate] = [:],
        templatesByForm: [FormName: [String: [FailureCode: MessageTemplate]]] = [:], words: LocalizedStrings = .english,
        otherwise: String? = nil
    ) {
        self.templates = templates
        self.templatesByForm = templatesByForm
        self.words = words
        self.otherwise = otherwise
    }

    /// Returns the message of a failure: that of its field in this form, that of its code, or the general message. It
    /// is empty only if the catalogue contains none of them.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - form: The form of the field; `nil` uses only the messages of codes.
    public func message(for failure: FieldFailure, in form: FormName? = nil) -> String {
        form.flatMap { templatesByForm[$0]?[Self.field(of: failure.path)]?[failure.code]?(failure.parameters) }
            ?? templates[failure.code]?(failure.parameters)
            ?? otherwise ?? ""
    }

    /// Returns the messages of several failures, one after another.
    public func message(for failures: [FieldFailure], in form: FormName? = nil) -> String {
        failures.map { message(for: $0, in: form) }.joined(separator: " ")
    }

    /// Returns this catalogue, with the texts of `other` where it has any.
    public func overlaid(with other: MessageCatalogue) -> MessageCatalogue {
        MessageCatalogue(
            templates: templates.merging(other.templates) { $1 },
            templatesByForm: templatesByForm.merging(other.templatesByForm) { mine, theirs in
                mine.merging(theirs) { $0.merging($1) { $1 } }
            },
            words: words.overlaid(with: other.words), otherwise: other.otherwise ?? otherwise)
    }

    /// Returns a path without positions: `interests[3].label` becomes `interests[].label`.
    private static func field(of path: String) -> String {
        var isPosition = false
        return path.filter { character in
            if character == "]" { isPosition = false }
            defer { if character == "[" { isPosition = true } }
            return !isPosition
        }
    }
}

/// The name of a form, so that two forms may have fields of the same name. The set is open: each feature declares its
/// own forms.
public struct FormName: RawRepresentable, Hashable, Sendable {
    /// The name, in snake case.
    public let rawValue: String

    /// Creates the form with this name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The sign-in form, with the address and the code.
    public static let signIn = Self(rawValue: "sign_in")
    /// The profile form.
    public static let profile = Self(rawValue: "profile")
}
