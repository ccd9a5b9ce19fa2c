import OrbitModels

extension SpanishWords {
    /// The Spanish texts about trust whose form depends on a number. The other texts about trust are in ``safety``.
    static let trust: [String: MessageTemplate] = [
        "trust_reason.kept": counting(
            "Has venido a un encuentro como dijiste.", "Has venido a {count} encuentros como dijiste."),
        "trust_reason.people_met": counting(
            "Has conocido a una persona.", "Has conocido a {count} personas distintas."),
        "trust_reason.hosted": counting("Has organizado un encuentro.", "Has organizado {count} encuentros."),
        "trust_reason.unreliable": counting(
            "Una vez no viniste, o cancelaste tarde.", "{count} veces no viniste, o cancelaste tarde."),
        "trust_step.account_age": counting(
            "Mañana tu cuenta tendrá la antigüedad necesaria.",
            "En {count} días tu cuenta tendrá la antigüedad necesaria."),
        "trust_step.report_age": counting(
            "A partir de pasado mañana, la denuncia confirmada ya no limita tu nivel.",
            "En {count} días la denuncia confirmada ya no limitará tu nivel."),
        "trust_step.keep_more": counting(
            "Ven a un encuentro más como hayas dicho. Cuentan hasta tres por anfitrión.",
            "Ven a {count} encuentros más como hayas dicho. Cuentan hasta tres por anfitrión."),
        "trust_step.meet_hosts": counting(
            "Ven a un encuentro de un anfitrión nuevo para ti.",
            "Ven a encuentros de {count} anfitriones nuevos para ti."),
        "trust_step.meet_people": counting("Conoce a una persona más.", "Conoce a {count} personas más."),
        "trust_step.host_more": counting(
            "Organiza un encuentro más, con personas nuevas para ti.",
            "Organiza {count} encuentros más, con personas nuevas para ti."),
    ]

    /// A text for one thing, and a text for every other number of things.
    private static func counting(_ one: MessageTemplate, _ other: MessageTemplate) -> MessageTemplate {
        MessageTemplate(plural: "count", by: .spanish, [.one: one, .other: other])
    }
}
