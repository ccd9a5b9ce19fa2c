/// A form of a text that depends on a number, with the names of the Unicode CLDR.
public enum PluralCategory: String, CaseIterable, Hashable, Sendable {
    /// The forms of languages with special forms for zero, one and two.
    case zero, one, two
    /// The forms of languages with several forms for larger numbers.
    case few, many
    /// The form of all remaining numbers, which every language has.
    case other
}

/// The rule by which a language selects the form of a text for a number of things.
///
/// The rules are those of the Unicode CLDR for cardinal numbers, limited to whole numbers:
///
/// ```swift
/// PluralRule.english.category(of: 1)     // .one
/// PluralRule.polish.category(of: 22)     // .few
/// PluralRule(language: "es-MX")          // Spanish
/// ```
public struct PluralRule: Sendable {
    /// The categories that the rule can select, in the order of ``PluralCategory``.
    public let categories: [PluralCategory]
    private let select: @Sendable (Int) -> PluralCategory

    private init(_ categories: [PluralCategory], _ select: @escaping @Sendable (Int) -> PluralCategory) {
        (self.categories, self.select) = (categories, select)
    }

    /// Returns the category of a number. The sign is ignored.
    public func category(of number: Int) -> PluralCategory {
        // `Int.min` has no positive value. The last digits decide, and no rule treats larger numbers in another way.
        let limit: UInt = 1_000_000_000
        return select(Int(number.magnitude < limit ? number.magnitude : number.magnitude % limit + limit))
    }

    /// Creates the rule of a language; `nil` for a language without a rule here.
    ///
    /// - Parameter language: A language tag of BCP 47, such as `es` or `es-MX`. Only the first part is used.
    public init?(language: String) {
        let code = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        guard let rule = Self.byLanguage[code] else { return nil }
        self = rule
    }

    /// The rule of English, German, Dutch and similar languages: `one` is exactly 1.
    public static let english = PluralRule([.one, .other]) { $0 == 1 ? .one : .other }
    /// The rule of Spanish and Italian: `one` is exactly 1, and `many` are millions.
    public static let spanish = PluralRule([.one, .many, .other]) {
        $0 == 1 ? .one : isMillions($0) ? .many : .other
    }
    /// The rule of French and Portuguese: `one` is 0 and 1, and `many` are millions.
    public static let french = PluralRule([.one, .many, .other]) {
        $0 <= 1 ? .one : isMillions($0) ? .many : .other
    }
    /// The rule of Chinese, Japanese and Korean: one form for all numbers.
    public static let chinese = PluralRule([.other]) { _ in .other }
    /// The rule of Arabic, with six forms.
    public static let arabic = PluralRule([.zero, .one, .two, .few, .many, .other]) { number in
        switch (number, number % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }
    /// The rule of Russian: the last two digits decide.
    public static let russian = PluralRule([.one, .few, .many, .other]) { number in
        switch (number % 10, number % 100) {
        case (1, let rest) where rest != 11: .one
        case (2...4, let rest) where !(12...14).contains(rest): .few
        default: .many
        }
    }
    /// The rule of Polish: `one` is exactly 1, and the last two digits decide for all other numbers.
    public static let polish = PluralRule([.one, .few, .many, .other]) { number in
        switch (number, number % 10, number % 100) {
        case (1, _, _): .one
        case (_, 2...4, let rest) where !(12...14).contains(rest): .few
        default: .many
        }
    }
    /// The rule of Czech: `few` are 2 to 4. The category `many` is for fractions only.
    public static let czech = PluralRule([.one, .few, .many, .other]) { number in
        switch number {
        case 1: .one
        case 2...4: .few
        default: .other
        }
    }

    private static let byLanguage: [String: PluralRule] = [
        "en": .english, "de": .english, "nl": .english, "es": .spanish, "it": .spanish, "fr": .french, "pt": .french,
        "zh": .chinese, "ja": .chinese, "ko": .chinese, "ar": .arabic, "ru": .russian, "pl": .polish, "cs": .czech,
    ]

    private static func isMillions(_ number: Int) -> Bool { number != 0 && number.isMultiple(of: 1_000_000) }
}

extension MessageTemplate {
    /// Creates a text whose form depends on a number.
    ///
    /// ```swift
    /// MessageTemplate(plural: "count", [.one: "{count} poke", .other: "{count} pokes"])
    /// ```
    ///
    /// - Parameters:
    ///   - parameter: The name of the parameter with the number. Without a whole number, the text is `nil`.
    ///   - rule: The rule of the language.
    ///   - forms: The templates by category. A missing category uses the template of `other`.
    public init(
        plural parameter: String, by rule: PluralRule = .english, _ forms: [PluralCategory: MessageTemplate]
    ) {
        self.init { parameters in
            guard let number = parameters[parameter]?.integer else { return nil }
            return (forms[rule.category(of: number)] ?? forms[.other])?(parameters)
        }
    }
}
