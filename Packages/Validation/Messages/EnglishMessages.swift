import OrbitModels

extension MessageCatalogue {
    /// A catalogue in plain English. Each message says what to do next.
    public static let english = MessageCatalogue(
        templates: [
            .required: "Fill this in.",
            .leftUnanswered: "You have not answered this. You do not have to.",
            .tooShort: "Use at least {min} characters.",
            .tooLong: "Shorten this to {max} characters.",
            .tooManyBytes: "Shorten this, or use fewer emoji and accents.",
            .outOfRange: "Choose something from {min} to {max}.",
            .tooFew: "Choose at least {min}.",
            .tooMany: "Choose at most {max}.",
            .duplicate: "This is already in the list. Remove one of the two.",
            .malformed: "Check the spelling and try again.",
            .notAllowed: "Choose something else: this is not allowed here.",
            .hiddenCharacters: "This has hidden characters. Type it again.",
            .mixedScripts: "A word here mixes two alphabets. Check the spelling.",
            .unknownValue: "Update the app to see this, or choose another.",
            .missingAtSign: "Enter the whole address, with the @ and the part after it.",
            .severalAtSigns: "Enter one address: this has more than one @.",
            .containsSpace: "Remove the space inside the address.",
            .quotedLocalPart: "Enter the address without quotation marks.",
            .malformedLocalPart: "Check the part before the @. One character does not belong there.",
            .malformedDomain: "Check the part after the @: it should look like university.edu.",
            .notCampusAddress: "Use the address that your university gave you.",
            .freeMailAddress: "Use your university address instead of a private one.",
            .openCampusDomain:
                "Anyone can get an address there. Use one that your university gives only to its members.",
            .schoolDomain: "Many schools share this domain. Use the address that your university gave you.",
            .roleNotAdmitted: "This is not a student's address. Use the one that you have as a student.",
            .foreignDigits: "Type the code with the digits 0 to 9.",
            .empty: "Choose another photo: this file is empty.",
            .unsupportedFormat: "Choose a JPEG or PNG photo.",
            .damaged: "Choose another photo: this file is damaged.",
            .metadataRemains: "This photo may show where you took it, so we did not send it. Choose another one.",
        ],
        templatesByForm: [
            .signIn: signIn,
            .profile: profile,
        ],
        otherwise: "Check this and try again.")

    private static let signIn: [String: [FailureCode: MessageTemplate]] = [
        "email": [
            .required: "Enter your university email address.",
            .tooLong: "This is too long for an email address. Check it.",
            .mixedScripts: "Type the address again with letters of one alphabet only.",
            .hiddenCharacters: "The address has hidden characters. Type it again.",
        ],
        "code": [
            .required: "Enter the code that we sent you.",
            .malformed: "Enter the digits of the code only.",
            .tooShort: "Enter all {min} digits of the code.",
            .tooLong: "Enter only the {max} digits of the code.",
        ],
    ]

    private static let profile: [String: [FailureCode: MessageTemplate]] = [
        "name": [.required: "Tell people your name."],
        "birth_month": [
            .required: "Choose the month you were born in.",
            .outOfRange: "Check your birth month: members are {min} to {max} years old.",
        ],
        "location.city": [.required: "Say which city you live in."],
        "interests": [
            .tooFew: "Choose at least {min} interests.",
            .tooMany: "Keep your favourite {max} interests and remove the others.",
        ],
        "interests[]": [.duplicate: "This is the same as an interest you already have. Remove one of the two."],
        "social_preferences.group_size": [.required: "Choose how many people you like to meet at once."],
        "social_preferences.meeting_frequency": [.required: "Choose how often you like to meet."],
        "social_preferences.preferred_times": [.tooFew: "Choose at least one time that suits you."],
        "photos": [.tooMany: "Keep at most {max} photos."],
        "photo": [.tooManyBytes: "Choose a smaller photo."],
        "location.coordinates": [
            .malformed: "Enter latitude and longitude, such as 42.45, -76.48, or the name of a listed place."
        ],
    ]
}
