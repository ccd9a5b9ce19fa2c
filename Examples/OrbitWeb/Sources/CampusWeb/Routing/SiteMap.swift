/// All pages and forms.
struct SiteMap: Sendable {
    let pages: [SitePage]
    let actions: [FormAction]

    /// The pages and forms of the campus.
    static let campus = SiteMap(
        pages: [
            SignInPages.pages, ProfilePages.pages, DiscoverPages.pages, PeoplePages.pages, ChatPages.pages,
            MeetupPages.pages, MeetupGuestPages.pages, SafetyPages.pages, SettingsPages.pages, LinkPages.pages,
        ].flatMap { $0 },
        actions: [
            SignInPages.actions, ProfilePages.actions, DiscoverPages.actions, PeoplePages.actions, ChatPages.actions,
            MeetupPages.actions, MeetupGuestPages.actions, SafetyPages.actions, SettingsPages.actions,
        ].flatMap { $0 })

    init(pages: [SitePage], actions: [FormAction]) {
        // A literal segment is preferred to a parameter.
        self.pages = pages.sorted { $0.pattern.parameterCount < $1.pattern.parameterCount }
        self.actions = actions.sorted { $0.pattern.parameterCount < $1.pattern.parameterCount }
    }

    /// Returns the page of a path, with its parameters.
    func page(at path: some StringProtocol) -> (page: SitePage, parameters: [String: String])? {
        let path = Substring(path)
        for page in pages {
            if let parameters = page.pattern.parameters(of: path) { return (page, parameters) }
        }
        return nil
    }

    /// Returns the form of a path, with its parameters.
    func action(at path: String) -> (action: FormAction, parameters: [String: String])? {
        for action in actions {
            if let parameters = action.pattern.parameters(of: path[...]) { return (action, parameters) }
        }
        return nil
    }
}
