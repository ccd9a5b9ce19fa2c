public import OrbitModels

/// What a proven address says about the person behind it.
///
/// It holds for the day on which it was judged: people graduate and lists change, so ask again each term.
public struct CampusMembership: Hashable, Sendable {
    public enum Evidence: Hashable, Sendable {
        /// The domain, or one above it, is in the list of universities.
        case listed
        /// The domain stands under an academic suffix but in no list: an institution, yet not known which.
        case academicSuffix
    }

    /// The institution; `nil` if it is in no list.
    public let university: University?
    /// The domain that stands for the campus: as listed, or the name just below the academic suffix.
    public let domain: String
    /// As far as the address tells; most do not.
    public let role: CampusRole
    public let evidence: Evidence
}

extension CampusRole {
    private static let byLabel: [String: CampusRole] = {
        let labels: [(CampusRole, String)] = [
            // `alumnos` and `alunos` are students in Spanish and Portuguese, not alumni.
            (
                .student,
                """
                student students stud stu studenti studenten estudiante estudiantes alumno alumnos alumne aluno alunos \
                etu etud etudiant etudiants ogr ogrenci mahasiswa undergrad grad pgr
                """
            ),
            (.staff, "staff faculty fac employee employees mitarbeiter personal docente docentes dosen personel"),
            (.alumni, "alumni alum alumnus alumna alumnae alu egresado egresados exalumnos mezun"),
        ]
        return labels.reduce(into: [:]) { table, entry in
            for label in entry.1.split(separator: " ") { table[String(label)] = entry.0 }
        }
    }()

    /// The first label that tells anything decides.
    init(labels: some Sequence<Substring>) {
        self = labels.lazy.compactMap { Self.byLabel[String($0)] }.first { _ in true } ?? .unknown
    }
}
