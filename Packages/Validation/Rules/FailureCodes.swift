public import OrbitModels

/// The codes of this module's rules. Their names are stable: message catalogues are keyed by them.
extension FailureCode {
    // Presence and size. Parameters: `min`, `max`, `actual`, and `unit` where it is not plain.
    public static let required = Self(rawValue: "required")
    public static let leftUnanswered = Self(rawValue: "left_unanswered")
    public static let tooShort = Self(rawValue: "too_short")
    public static let tooLong = Self(rawValue: "too_long")
    /// More UTF-8 bytes than fit, although the characters may be few.
    public static let tooManyBytes = Self(rawValue: "too_many_bytes")
    public static let outOfRange = Self(rawValue: "out_of_range")
    public static let tooFew = Self(rawValue: "too_few")
    public static let tooMany = Self(rawValue: "too_many")
    /// Says the same as an earlier element. Parameter: `first`, the position of that element.
    public static let duplicate = Self(rawValue: "duplicate")

    // Text.
    public static let malformed = Self(rawValue: "malformed")
    public static let notAllowed = Self(rawValue: "not_allowed")
    /// Characters that do not show, such as zero-width spaces and direction overrides.
    public static let hiddenCharacters = Self(rawValue: "hidden_characters")
    /// Letters of scripts that are mistaken for one another within one word (UTS 39).
    public static let mixedScripts = Self(rawValue: "mixed_scripts")
    /// A choice that this version does not know.
    public static let unknownValue = Self(rawValue: "unknown_value")

    // Email addresses.
    public static let missingAtSign = Self(rawValue: "missing_at_sign")
    public static let severalAtSigns = Self(rawValue: "several_at_signs")
    public static let containsSpace = Self(rawValue: "contains_space")
    public static let quotedLocalPart = Self(rawValue: "quoted_local_part")
    public static let malformedLocalPart = Self(rawValue: "malformed_local_part")
    public static let malformedDomain = Self(rawValue: "malformed_domain")

    // Campus membership.
    public static let notCampusAddress = Self(rawValue: "not_campus_address")
    public static let freeMailAddress = Self(rawValue: "free_mail_address")
    /// On an academic domain that anyone can join or that is known to be abused.
    public static let openCampusDomain = Self(rawValue: "open_campus_domain")

    // Verification codes.
    /// Digits, but not those from 0 to 9.
    public static let foreignDigits = Self(rawValue: "foreign_digits")

    // Photos.
    public static let empty = Self(rawValue: "empty")
    /// Neither JPEG nor PNG. Parameter: `format`, what it seems to be.
    public static let unsupportedFormat = Self(rawValue: "unsupported_format")
    /// Not the file that its first bytes promise, or not all of it.
    public static let damaged = Self(rawValue: "damaged")
    /// What tells more than the picture could not be taken out for certain.
    public static let metadataRemains = Self(rawValue: "metadata_remains")
}
