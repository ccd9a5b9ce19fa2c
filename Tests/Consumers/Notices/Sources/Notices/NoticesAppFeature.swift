import OrbitApp
import OrbitModels
import Presentation
import Validation

extension AppFeature {
    /// The notice board.
    ///
    /// ```swift
    /// let app = AppModel(environment, features: try AppFeatures([.notices]))
    /// ```
    public static let notices = AppFeature(
        "notices", events: .notices, vocabularies: [NoticeKind.vocabulary],
        emptyLists: [.notices: "There are no notices."],
        failures: MessageCatalogue(templatesByForm: [
            .notice: [
                "kind": [.unknownValue: "Choose a kind of notice."],
                "text": [
                    .required: "Write the notice first.", .tooLong: "Shorten the notice to {max} characters.",
                    .tooManyBytes: "Shorten the notice, or use fewer emoji.",
                ],
            ]
        ]),
        routes: [NoticeRoute.self]
    ) { NoticesModels($0) }
}
