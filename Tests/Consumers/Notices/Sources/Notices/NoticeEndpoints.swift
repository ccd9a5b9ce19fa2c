import Networking

/// The routes of the board.
public enum NoticeRoutes {
    /// `GET /notices?kind=event`: a page of ``Notice``, the latest first; of all kinds without `kind`.
    public static let list = Route(.get, "/notices")
    /// `POST /notices`. Body: ``NoticeRequest``; returns `Keyed<Notice>`.
    public static let post = Route(.post, "/notices")
    /// `GET /notices/{notice_id}`. Returns `Keyed<Notice>`.
    public static let notice = Route(.get, "/notices/{notice_id}")
    /// `DELETE /notices/{notice_id}`, for the author.
    public static let withdraw = Route(.delete, "/notices/{notice_id}")
    /// `POST /notices/{notice_id}/remove`, for moderators.
    public static let remove = Route(.post, "/notices/{notice_id}/remove")
}
