import Meetups
import OrbitModels
import Safety
import Validation

extension SpanishWords {
    /// The Spanish messages of invalid fields, for all forms.
    static let failures: [FailureCode: MessageTemplate] = [
        .required: "Rellena esto.",
        .leftUnanswered: "No has respondido a esto. No es obligatorio.",
        .tooShort: "Usa al menos {min} caracteres.",
        .tooLong: "Acórtalo a {max} caracteres.",
        .tooManyBytes: "Acórtalo, o usa menos emojis y acentos.",
        .outOfRange: "Elige algo de {min} a {max}.",
        .tooFew: "Elige al menos {min}.",
        .tooMany: "Elige como máximo {max}.",
        .duplicate: "Ya está en la lista. Quita uno de los dos.",
        .malformed: "Comprueba cómo está escrito e inténtalo de nuevo.",
        .notAllowed: "Elige otra cosa: esto no se permite aquí.",
        .hiddenCharacters: "Tiene caracteres ocultos. Escríbelo otra vez.",
        .mixedScripts: "Una palabra mezcla dos alfabetos. Comprueba cómo está escrita.",
        .unknownValue: "Elige otro valor.",
        .missingAtSign: "Escribe la dirección completa, con la @ y lo que sigue.",
        .severalAtSigns: "Escribe una sola dirección: esta tiene más de una @.",
        .containsSpace: "Quita el espacio de la dirección.",
        .quotedLocalPart: "Escribe la dirección sin comillas.",
        .malformedLocalPart: "Comprueba lo que va antes de la @. Sobra un carácter.",
        .malformedDomain: "Comprueba lo que va después de la @: debería parecerse a university.edu.",
        .notCampusAddress: "Usa la dirección que te dio tu universidad.",
        .freeMailAddress: "Usa la dirección de tu universidad y no una privada.",
        .openCampusDomain: "Allí cualquiera obtiene una dirección. Usa una que tu universidad dé solo a sus miembros.",
        .schoolDomain: "Muchos centros comparten este dominio. Usa la dirección que te dio tu universidad.",
        .roleNotAdmitted: "No es la dirección de un estudiante. Usa la que tienes como estudiante.",
        .foreignDigits: "Escribe el código con las cifras del 0 al 9.",
        .empty: "Elige otra foto: este archivo está vacío.",
        .unsupportedFormat: "Elige una foto JPEG o PNG.",
        .damaged: "Elige otra foto: este archivo está dañado.",
        .metadataRemains: "La foto puede mostrar dónde se hizo, así que no se ha enviado. Elige otra.",
        .dueTooSoon: "Elige una hora dentro de al menos {minutes} minutos.",
        .dueTooLate: "Elige una hora dentro de {hours} horas.",
        .notLater: "Elige una hora posterior a la anterior.",
    ]

    /// The Spanish messages of single fields.
    static let failuresByForm: [FormName: [String: [FailureCode: MessageTemplate]]] = [
        .signIn: [
            "email": [.required: "Escribe el correo de tu universidad."],
            "code": [
                .required: "Escribe el código que te hemos enviado.",
                .malformed: "Escribe solo las cifras del código.",
                .tooShort: "Escribe las {min} cifras del código.",
                .tooLong: "Escribe solo las {max} cifras del código.",
            ],
        ],
        .profile: [
            "name": [.required: "Di cómo te llamas."],
            "birth_month": [
                .required: "Elige el mes en que naciste.",
                .outOfRange: "Comprueba el mes de nacimiento: los miembros tienen de {min} a {max} años.",
            ],
            "location.city": [.required: "Di en qué ciudad vives."],
            "interests": [
                .tooFew: "Elige al menos {min} intereses.",
                .tooMany: "Quédate con tus {max} intereses favoritos y quita los demás.",
            ],
            "social_preferences.group_size": [.required: "Elige con cuántas personas te gusta quedar."],
            "social_preferences.meeting_frequency": [.required: "Elige con qué frecuencia te gusta quedar."],
            "social_preferences.preferred_times": [.tooFew: "Elige al menos un horario que te vaya bien."],
        ],
    ]
}
