public import OrbitModels

/// The codes of this module's rules. Their names are stable: message catalogues use them as keys.
extension FailureCode {
    /// A required value is missing.
    // Presence and size. Parameters: `min`, `max`, `actual`, and `unit` where it is not obvious.
    public static let required = Self(rawValue: "required")
    /// An optional question was skipped.
    public static let leftUnanswered = Self(rawValue: "left_unanswered")
    /// Fewer characters than required.
    public static let tooShort = Self(rawValue: "too_short")
    /// More characters (or bytes, see `unit`) than allowed.
    public static let tooLong = Self(rawValue: "too_long")
    /// More UTF-8 bytes than allowed, although there may be few characters.
    public static let tooManyBytes = Self(rawValue: "too_many_bytes")
    /// A number outside its range.
    public static let outOfRange = Self(rawValue: "out_of_range")
    /// Fewer elements than required.
    public static let tooFew = Self(rawValue: "too_few")
    /// More elements than allowed.
    public static let tooMany = Self(rawValue: "too_many")
    /// Equal to an earlier element. Parameter: `first`, the index of that element.
    public static let duplicate = Self(rawValue: "duplicate")

    /// Not in the required form.
    // Text.
    public static let malformed = Self(rawValue: "malformed")
    /// A valid value that may not be used here.
    public static let notAllowed = Self(rawValue: "not_allowed")
    /// Invisible characters, such as zero-width spaces and direction overrides.
    public static let hiddenCharacters = Self(rawValue: "hidden_characters")
    /// Letters of look-alike scripts within a word (UTS 39).
    public static let mixedScripts = Self(rawValue: "mixed_scripts")
    /// A value that this version does not know.
    public static let unknownValue = Self(rawValue: "unknown_value")

    /// There is no `@`.
    // Email addresses.
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

    /// The domain is neither listed nor under an academic suffix.
    // Campus membership.
    public static let notCampusAddress = Self(rawValue: "not_campus_address")
    /// The domain is a free mail provider's.
    public static let freeMailAddress = Self(rawValue: "free_mail_address")
    /// An academic domain with open registration, or known to be abused.
    public static let openCampusDomain = Self(rawValue: "open_campus_domain")
    /// Schools of a whole state share the domain.
    public static let schoolDomain = Self(rawValue: "school_domain")
    /// The role that the address shows is not admitted.
    public static let roleNotAdmitted = Self(rawValue: "role_not_admitted")

    // Verification codes.
    /// Digits of another script than 0 to 9.
    public static let foreignDigits = Self(rawValue: "foreign_digits")

    /// The file is empty.
    // Photos.
    public static let empty = Self(rawValue: "empty")
    /// Neither JPEG nor PNG. Parameter: `format`, the detected format.
    public static let unsupportedFormat = Self(rawValue: "unsupported_format")
    /// The contents do not match the format of the first bytes, or are incomplete.
    public static let damaged = Self(rawValue: "damaged")
    /// It is not certain that all metadata was removed.
    public static let metadataRemains = Self(rawValue: "metadata_remains")
}
