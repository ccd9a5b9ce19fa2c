public import OrbitModels

/// The codes of this module's rules. Their names are stable: message catalogues use them as keys.
extension FailureCode {
    // Presence and size. Parameters: `min`, `max`, `actual`, and `unit` where it is not obvious.
    /// A required value is missing.
    public static let required = Self(rawValue: "required")
    /// An optional question was skipped.
    public static let leftUnanswered = Self(rawValue: "left_unanswered")
    /// The text has fewer characters than required.
    public static let tooShort = Self(rawValue: "too_short")
    /// The text has more characters than allowed, or more bytes (see `unit`).
    public static let tooLong = Self(rawValue: "too_long")
    /// The text has more UTF-8 bytes than allowed, although it may have few characters.
    public static let tooManyBytes = Self(rawValue: "too_many_bytes")
    /// The number is outside its range.
    public static let outOfRange = Self(rawValue: "out_of_range")
    /// The list has fewer elements than required.
    public static let tooFew = Self(rawValue: "too_few")
    /// The list has more elements than allowed.
    public static let tooMany = Self(rawValue: "too_many")
    /// An element equals an earlier element. Parameter: `first`, the index of the earlier element.
    public static let duplicate = Self(rawValue: "duplicate")

    // Text.
    /// The value is not in the required form.
    public static let malformed = Self(rawValue: "malformed")
    /// The value is valid but not allowed here.
    public static let notAllowed = Self(rawValue: "not_allowed")
    /// The text has invisible characters, such as zero-width spaces and direction overrides.
    public static let hiddenCharacters = Self(rawValue: "hidden_characters")
    /// A word mixes letters of look-alike scripts (UTS 39).
    public static let mixedScripts = Self(rawValue: "mixed_scripts")
    /// This version does not know the value.
    public static let unknownValue = Self(rawValue: "unknown_value")

    // Email addresses.
    /// There is no `@`.
    public static let missingAtSign = Self(rawValue: "missing_at_sign")
    /// There is more than one `@`.
    public static let severalAtSigns = Self(rawValue: "several_at_signs")
    /// There is a space inside.
    public static let containsSpace = Self(rawValue: "contains_space")
    /// The local part is quoted, which is not supported.
    public static let quotedLocalPart = Self(rawValue: "quoted_local_part")
    /// The local part is not an ASCII dot-atom (RFC 5322).
    public static let malformedLocalPart = Self(rawValue: "malformed_local_part")
    /// The domain is not a host name.
    public static let malformedDomain = Self(rawValue: "malformed_domain")

    // Campus membership.
    /// The domain is neither listed nor under an academic suffix.
    public static let notCampusAddress = Self(rawValue: "not_campus_address")
    /// The domain belongs to a free mail provider.
    public static let freeMailAddress = Self(rawValue: "free_mail_address")
    /// The academic domain has open registration, or is known to be abused.
    public static let openCampusDomain = Self(rawValue: "open_campus_domain")
    /// The schools of a state, a city or a ministry share the domain.
    public static let schoolDomain = Self(rawValue: "school_domain")
    /// The role that the address shows is not admitted.
    public static let roleNotAdmitted = Self(rawValue: "role_not_admitted")

    // Verification codes.
    /// The digits belong to another script than 0 to 9.
    public static let foreignDigits = Self(rawValue: "foreign_digits")

    // Photos.
    /// The file is empty.
    public static let empty = Self(rawValue: "empty")
    /// The file is neither JPEG nor PNG. Parameter: `format`, the detected format.
    public static let unsupportedFormat = Self(rawValue: "unsupported_format")
    /// The contents do not match the format of the first bytes, or are incomplete.
    public static let damaged = Self(rawValue: "damaged")
    /// It is not certain that all metadata was removed.
    public static let metadataRemains = Self(rawValue: "metadata_remains")
}
