BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	who TEXT NOT NULL, 
	action VARCHAR(50) NOT NULL, 
	subject TEXT NOT NULL, 
	allowed BOOLEAN NOT NULL, 
	detail TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1,1795027405,'ben','add account','ben',1,'translator');
INSERT INTO "audit" VALUES(2,1795027405,'ben','add token','ben',1,'nightly: read');
INSERT INTO "audit" VALUES(3,1795027405,'ann','set permission','Manual',1,'may train');
CREATE TABLE comments (
	id INTEGER NOT NULL, 
	segment_id INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	resolved BOOLEAN DEFAULT 0 NOT NULL, 
	made_by TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	CONSTRAINT pk_comments PRIMARY KEY (id), 
	CONSTRAINT fk_comments_segment_id_segments FOREIGN KEY(segment_id) REFERENCES segments (id) ON DELETE CASCADE
);
INSERT INTO "comments" VALUES(1,2,'The button in the toolbar?',0,'ann',1795027404,1795027404);
CREATE TABLE concepts (
	id INTEGER NOT NULL, 
	termbase_id INTEGER NOT NULL, 
	subject TEXT DEFAULT '' NOT NULL, 
	definition TEXT DEFAULT '' NOT NULL, 
	note TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_concepts PRIMARY KEY (id), 
	CONSTRAINT fk_concepts_termbase_id_termbases FOREIGN KEY(termbase_id) REFERENCES termbases (id) ON DELETE CASCADE
);
INSERT INTO "concepts" VALUES(1,1,'interface','to keep','');
CREATE TABLE document_files (
	document_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	content BLOB NOT NULL, 
	uploaded_by TEXT NOT NULL, 
	uploaded_at BIGINT NOT NULL, 
	CONSTRAINT pk_document_files PRIMARY KEY (document_id, revision), 
	CONSTRAINT fk_document_files_document_id_documents FOREIGN KEY(document_id) REFERENCES documents (id) ON DELETE CASCADE
);
INSERT INTO "document_files" VALUES(1,1,'guide.md',X'2320E68C87E58D970A0AE782B9E587BB2A2AE4BF9DE5AD982A2AE3808220E784B6E5908EE98080E587BAE380820A0AE782B9E587BB2A2AE4BF9DE5AD982A2AE380820A','ann',1795027404);
INSERT INTO "document_files" VALUES(2,1,'note.txt',X'E7ACACE4B880E8A18CE380820AE7ACACE4BA8CE8A18CE380820A','ann',1795027404);
INSERT INTO "document_files" VALUES(2,2,'note.txt',X'E7ACACE4B880E8A18CE380820A','ann',1795027404);
CREATE TABLE documents (
	id INTEGER NOT NULL, 
	project_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	format VARCHAR(20) NOT NULL, 
	reading TEXT NOT NULL, 
	warnings TEXT NOT NULL, 
	revision INTEGER DEFAULT '1' NOT NULL, 
	structure INTEGER DEFAULT '1' NOT NULL, 
	created_by TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	CONSTRAINT pk_documents PRIMARY KEY (id), 
	CONSTRAINT fk_documents_project_id_projects FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE
);
INSERT INTO "documents" VALUES(1,1,'guide.md','md','{"source_language": "zh", "segmentation": "sentence", "srx": "", "placeholders": "auto", "columns": []}','[]',1,1,'ann',1795027404,1795027404);
INSERT INTO "documents" VALUES(2,1,'note.txt','txt','{"source_language": "zh", "segmentation": "sentence", "srx": "", "placeholders": "auto", "columns": []}','[]',2,2,'ann',1795027404,1795027404);
CREATE TABLE effort (
	id INTEGER NOT NULL, 
	project_id INTEGER NOT NULL, 
	segment_id INTEGER NOT NULL, 
	person TEXT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	amount BIGINT NOT NULL, 
	characters BIGINT NOT NULL, 
	CONSTRAINT pk_effort PRIMARY KEY (id), 
	CONSTRAINT fk_effort_project_id_projects FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE, 
	CONSTRAINT fk_effort_segment_id_segments FOREIGN KEY(segment_id) REFERENCES segments (id) ON DELETE CASCADE
);
INSERT INTO "effort" VALUES(1,1,2,'ann',1790000000000,'keys',12,12);
INSERT INTO "effort" VALUES(2,1,2,'ann',1790000001000,'confirm',1,20);
CREATE TABLE entries (
	id INTEGER NOT NULL, 
	memory_id INTEGER NOT NULL, 
	source TEXT NOT NULL, 
	target TEXT NOT NULL, 
	source_key BIGINT NOT NULL, 
	version INTEGER DEFAULT '1' NOT NULL, 
	revision BIGINT, 
	import_id INTEGER, 
	deleted BOOLEAN DEFAULT 0 NOT NULL, 
	restored INTEGER, 
	changed_by TEXT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	document TEXT, 
	details TEXT, 
	CONSTRAINT pk_entries PRIMARY KEY (id), 
	CONSTRAINT fk_entries_import_id_imports FOREIGN KEY(import_id) REFERENCES imports (id) ON DELETE CASCADE, 
	CONSTRAINT fk_entries_memory_id_memories FOREIGN KEY(memory_id) REFERENCES memories (id) ON DELETE CASCADE
);
INSERT INTO "entries" VALUES(1,1,'点击⟦1⟧保存⟦/1⟧。','Click ⟦1⟧Save⟦/1⟧.',7407179348595249737,1,1,NULL,0,NULL,'ann',1795027404,'guide.md',NULL);
INSERT INTO "entries" VALUES(2,1,'指南','Guide',3942834434318290660,1,2,NULL,0,NULL,'ann',1795027404,'guide.md',NULL);
INSERT INTO "entries" VALUES(3,1,'打开文件','Open a file',6176861248478022610,2,4,1,0,NULL,'ann',1795027404,NULL,NULL);
INSERT INTO "entries" VALUES(4,1,'关闭文件','Close the file',-6545813847040656863,1,NULL,1,0,NULL,'ann',1795027404,NULL,NULL);
CREATE TABLE imports (
	id INTEGER NOT NULL, 
	memory_id INTEGER NOT NULL, 
	file TEXT NOT NULL, 
	fingerprint VARCHAR(64) NOT NULL, 
	units BIGINT DEFAULT '0' NOT NULL, 
	added BIGINT DEFAULT '0' NOT NULL, 
	merged BIGINT DEFAULT '0' NOT NULL, 
	refused BIGINT DEFAULT '0' NOT NULL, 
	first_entry BIGINT, 
	last_entry BIGINT, 
	revision BIGINT, 
	started_by TEXT NOT NULL, 
	started_at BIGINT NOT NULL, 
	CONSTRAINT pk_imports PRIMARY KEY (id), 
	CONSTRAINT fk_imports_memory_id_memories FOREIGN KEY(memory_id) REFERENCES memories (id) ON DELETE CASCADE
);
INSERT INTO "imports" VALUES(1,1,'in.csv','4e9664ed2a7d288525c1a9b3d866d3e2cfc0454a92024e3c00096d96fed45e0a',2,2,0,0,3,4,3,'ann',1795027404);
CREATE TABLE jobs (
	id INTEGER NOT NULL, 
	organisation_id INTEGER NOT NULL, 
	project_id INTEGER, 
	kind VARCHAR(20) NOT NULL, 
	title TEXT NOT NULL, 
	task TEXT NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	cancelling BOOLEAN DEFAULT 0 NOT NULL, 
	done BIGINT DEFAULT '0' NOT NULL, 
	total BIGINT, 
	message TEXT DEFAULT '' NOT NULL, 
	result TEXT, 
	worker TEXT, 
	created_by TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	started_at BIGINT, 
	beat_at BIGINT, 
	ended_at BIGINT, 
	CONSTRAINT pk_jobs PRIMARY KEY (id), 
	CONSTRAINT ck_jobs_state CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')), 
	CONSTRAINT fk_jobs_organisation_id_organisations FOREIGN KEY(organisation_id) REFERENCES organisations (id), 
	CONSTRAINT fk_jobs_project_id_projects FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE
);
INSERT INTO "jobs" VALUES(1,1,1,'analyse','Analysing Manual','{"documents": [], "project": 1}','done',0,0,5,'','{"documents": [1, 2], "bands": [{"band": "101", "segments": 2, "words": 0, "characters": 6, "signs": 7, "tags": 2, "total": 6}, {"band": "repetitions", "segments": 1, "words": 0, "characters": 4, "signs": 5, "tags": 2, "total": 4}, {"band": "100", "segments": 0, "words": 0, "characters": 0, "signs": 0, "tags": 0, "total": 0}, {"band": "95–99", "segments": 0, "words": 0, "characters": 0, "signs": 0, "tags": 0, "total": 0}, {"band": "85–94", "segments": 0, "words": 0, "characters": 0, "signs": 0, "tags": 0, "total": 0}, {"band": "75–84", "segments": 0, "words": 0, "characters": 0, "signs": 0, "tags": 0, "total": 0}, {"band": "50–74", "segments": 0, "words": 0, "characters": 0, "signs": 0, "tags": 0, "total": 0}, {"band": "internal fuzzy", "segments": 0, "words": 0, "characters": 0, "signs": 0, "tags": 0, "total": 0}, {"band": "new", "segments": 2, "words": 0, "characters": 7, "signs": 9, "tags": 0, "total": 7}, {"band": "total", "segments": 5, "words": 0, "characters": 17, "signs": 21, "tags": 4, "total": 17}], "csv": "band,segments,words,characters,signs,tags\n101,2,0,6,7,2\nrepetitions,1,0,4,5,2\n100,0,0,0,0,0\n95–99,0,0,0,0,0\n85–94,0,0,0,0,0\n75–84,0,0,0,0,0\n50–74,0,0,0,0,0\ninternal fuzzy,0,0,0,0,0\nnew,2,0,7,9,0\ntotal,5,0,17,21,4\n"}',NULL,'ann',1795027405,1795027405,1795027405,1795027405);
CREATE TABLE memories (
	id INTEGER NOT NULL, 
	identity VARCHAR(32) NOT NULL, 
	name TEXT NOT NULL, 
	source_language VARCHAR(35) NOT NULL, 
	target_language VARCHAR(35) NOT NULL, 
	owner TEXT NOT NULL, 
	permission VARCHAR(20) NOT NULL, 
	revision BIGINT DEFAULT '0' NOT NULL, 
	created_at BIGINT NOT NULL, organisation_id BIGINT, 
	CONSTRAINT pk_memories PRIMARY KEY (id), 
	CONSTRAINT ck_memories_permission CHECK (permission IN ('inference only', 'may train')), 
	CONSTRAINT uq_memories_identity UNIQUE (identity), 
	CONSTRAINT uq_memories_name UNIQUE (name)
);
INSERT INTO "memories" VALUES(1,'be23a866f3194e889dd49d9371379474','Manual','zh','en','ann','may train',4,1795027404,1);
CREATE TABLE occurrences (
	id INTEGER NOT NULL, 
	memory_id INTEGER NOT NULL, 
	entry_id INTEGER NOT NULL, 
	document TEXT, 
	segment TEXT, 
	before_key BIGINT, 
	after_key BIGINT, 
	confirmed_by TEXT NOT NULL, 
	confirmed_at BIGINT NOT NULL, 
	CONSTRAINT pk_occurrences PRIMARY KEY (id), 
	CONSTRAINT fk_occurrences_entry_id_entries FOREIGN KEY(entry_id) REFERENCES entries (id) ON DELETE CASCADE, 
	CONSTRAINT fk_occurrences_memory_id_memories FOREIGN KEY(memory_id) REFERENCES memories (id) ON DELETE CASCADE, 
	CONSTRAINT uq_occurrences_memory_id_document_segment UNIQUE (memory_id, document, segment)
);
INSERT INTO "occurrences" VALUES(1,1,1,'guide.md','2',3942834434318290660,-5425933334227208838,'ann',1795027404);
INSERT INTO "occurrences" VALUES(2,1,2,'guide.md','1',-1970711489451281740,7407179348595249737,'ann',1795027404);
CREATE TABLE organisations (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_organisations PRIMARY KEY (id), 
	CONSTRAINT uq_organisations_name UNIQUE (name)
);
INSERT INTO "organisations" VALUES(1,'local',1795027404);
CREATE TABLE past_versions (
	entry_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	source TEXT NOT NULL, 
	target TEXT NOT NULL, 
	deleted BOOLEAN NOT NULL, 
	restored INTEGER, 
	changed_by TEXT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	document TEXT, 
	CONSTRAINT pk_past_versions PRIMARY KEY (entry_id, version), 
	CONSTRAINT fk_past_versions_entry_id_entries FOREIGN KEY(entry_id) REFERENCES entries (id) ON DELETE CASCADE
);
INSERT INTO "past_versions" VALUES(3,1,'打开文件','Open the file',0,NULL,'ann',1795027404,NULL);
CREATE TABLE people (
	id INTEGER NOT NULL, 
	organisation_id INTEGER NOT NULL, 
	login TEXT NOT NULL, 
	name TEXT NOT NULL, 
	created_at BIGINT NOT NULL, role VARCHAR(20) DEFAULT 'admin' NOT NULL, password TEXT, disabled BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT fk_people_organisation_id_organisations FOREIGN KEY(organisation_id) REFERENCES organisations (id), 
	CONSTRAINT uq_people_login UNIQUE (login)
);
INSERT INTO "people" VALUES(1,1,'ann','ann',1795027404,'admin',NULL,0);
INSERT INTO "people" VALUES(2,1,'ben','Ben',1795027405,'translator','$argon2id$v=19$m=65536,t=3,p=4$csGTnV+NXBZxy7RF8XgDog$I4o9q7CLdegSuF7i5b+fV82QuyiPESgAz41qgcNGtF4',0);
CREATE TABLE places (
	session VARCHAR(64) NOT NULL, 
	client VARCHAR(64) NOT NULL, 
	login TEXT NOT NULL, 
	name TEXT NOT NULL, 
	organisation_id BIGINT NOT NULL, 
	document_id BIGINT NOT NULL, 
	segment_id BIGINT, 
	server TEXT NOT NULL, 
	beat_at BIGINT NOT NULL, 
	CONSTRAINT pk_places PRIMARY KEY (session), 
	CONSTRAINT uq_places_segment_id UNIQUE (segment_id)
);
INSERT INTO "places" VALUES('session1','client01','ann','ann',1,1,3,'server',1795027405);
CREATE TABLE project_memories (
	project_id INTEGER NOT NULL, 
	memory_id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	writable BOOLEAN NOT NULL, 
	penalty INTEGER NOT NULL, 
	CONSTRAINT pk_project_memories PRIMARY KEY (project_id, memory_id), 
	CONSTRAINT fk_project_memories_memory_id_memories FOREIGN KEY(memory_id) REFERENCES memories (id) ON DELETE CASCADE, 
	CONSTRAINT fk_project_memories_project_id_projects FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE
);
INSERT INTO "project_memories" VALUES(1,1,0,1,0);
CREATE TABLE project_roles (
	project_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	CONSTRAINT pk_project_roles PRIMARY KEY (project_id, person_id), 
	CONSTRAINT fk_project_roles_project_id_projects FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE, 
	CONSTRAINT fk_project_roles_person_id_people FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
INSERT INTO "project_roles" VALUES(1,2,'reviewer');
CREATE TABLE project_termbases (
	project_id INTEGER NOT NULL, 
	termbase_id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	CONSTRAINT pk_project_termbases PRIMARY KEY (project_id, termbase_id), 
	CONSTRAINT fk_project_termbases_project_id_projects FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE, 
	CONSTRAINT fk_project_termbases_termbase_id_termbases FOREIGN KEY(termbase_id) REFERENCES termbases (id) ON DELETE CASCADE
);
INSERT INTO "project_termbases" VALUES(1,1,0);
CREATE TABLE projects (
	id INTEGER NOT NULL, 
	organisation_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	source_language VARCHAR(35) NOT NULL, 
	target_language VARCHAR(35) NOT NULL, 
	settings TEXT NOT NULL, 
	version INTEGER DEFAULT '1' NOT NULL, 
	created_by TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	CONSTRAINT pk_projects PRIMARY KEY (id), 
	CONSTRAINT fk_projects_organisation_id_organisations FOREIGN KEY(organisation_id) REFERENCES organisations (id)
);
INSERT INTO "projects" VALUES(1,1,'Manual','zh','en','{"segmentation": "sentence", "srx": "", "placeholders": "auto", "engine": "auto", "engine_parameters": {}, "minimum_match_rate": 70, "learning_rate": 30, "highlight_threshold": 0.6, "alternatives": 3, "alternative_words": 3, "language_model_words": 4, "language_model_after": 10, "draft": true, "memory_draft_rate": 100, "propagation": "project", "checks_off": ["length"], "longest_ratio": 4.0, "effort_log": true}',1,'ann',1795027404,1795027404);
CREATE TABLE segments (
	id INTEGER NOT NULL, 
	document_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	unit INTEGER NOT NULL, 
	source TEXT NOT NULL, 
	source_key BIGINT NOT NULL, 
	"before" TEXT NOT NULL, 
	"after" TEXT NOT NULL, 
	note TEXT NOT NULL, 
	tags TEXT NOT NULL, 
	words INTEGER NOT NULL, 
	target TEXT NOT NULL, 
	status VARCHAR(20) NOT NULL, 
	locked BOOLEAN DEFAULT 0 NOT NULL, 
	propagates BOOLEAN DEFAULT 1 NOT NULL, 
	origin VARCHAR(20) NOT NULL, 
	rate INTEGER, 
	problems TEXT DEFAULT '' NOT NULL, 
	version INTEGER DEFAULT '1' NOT NULL, 
	editor VARCHAR(64) DEFAULT '' NOT NULL, 
	edit BIGINT DEFAULT '0' NOT NULL, 
	changed_by TEXT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	removed_at BIGINT, 
	CONSTRAINT pk_segments PRIMARY KEY (id), 
	CONSTRAINT ck_segments_status CHECK (status IN ('untranslated', 'draft', 'edited', 'confirmed', 'approved')), 
	CONSTRAINT fk_segments_document_id_documents FOREIGN KEY(document_id) REFERENCES documents (id) ON DELETE CASCADE
);
INSERT INTO "segments" VALUES(1,1,1,0,'指南',3942834434318290660,'','','','{}',2,'Guide','approved',1,1,'typed',NULL,'',4,'',0,'ann',1795027404,NULL);
INSERT INTO "segments" VALUES(2,1,2,1,'点击⟦1⟧保存⟦/1⟧。',7407179348595249737,'','','','{"1": {"label": "bold", "paired": true, "word": ""}}',4,'Click ⟦1⟧Save⟦/1⟧.','confirmed',0,1,'typed',NULL,'',3,'',0,'ann',1795027404,NULL);
INSERT INTO "segments" VALUES(3,1,3,1,'然后退出。',-5425933334227208838,' ','','','{}',4,'','untranslated',0,1,'none',NULL,'',1,'',0,'ann',1795027404,NULL);
INSERT INTO "segments" VALUES(4,1,4,2,'点击⟦1⟧保存⟦/1⟧。',7407179348595249737,'','','','{"1": {"label": "bold", "paired": true, "word": ""}}',4,'Click ⟦1⟧Save⟦/1⟧.','draft',0,1,'propagated',100,'',2,'',0,'ann',1795027404,NULL);
INSERT INTO "segments" VALUES(5,2,1,0,'第一行。',-2315286277710056901,'','','','{}',3,'','untranslated',0,1,'none',NULL,'',1,'',0,'ann',1795027404,NULL);
INSERT INTO "segments" VALUES(6,2,2,1,'第二行。',5331342429216235958,'','','','{}',3,'','untranslated',0,1,'none',NULL,'',1,'',0,'ann',1795027404,1795027404);
CREATE TABLE sign_ins (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	csrf VARCHAR(64) NOT NULL, 
	created_at BIGINT NOT NULL, 
	expires_at BIGINT NOT NULL, 
	CONSTRAINT pk_sign_ins PRIMARY KEY (id), 
	CONSTRAINT fk_sign_ins_person_id_people FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT uq_sign_ins_secret UNIQUE (secret)
);
INSERT INTO "sign_ins" VALUES(1,2,'8f2abc0ee873ebd917725e445fe28d743736716fa4f6cd0c3a0862efe57b66bf','Lf-iRCRV6luAy-yuCLT3DRhaoSFgWuUj',1795027405,1795632205);
CREATE TABLE termbases (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	owner TEXT NOT NULL, 
	revision INTEGER DEFAULT '0' NOT NULL, 
	created_at BIGINT NOT NULL, organisation_id BIGINT, 
	CONSTRAINT pk_termbases PRIMARY KEY (id), 
	CONSTRAINT uq_termbases_name UNIQUE (name)
);
INSERT INTO "termbases" VALUES(1,'Words','ann',1,1795027404,1);
CREATE TABLE terms (
	id INTEGER NOT NULL, 
	concept_id INTEGER NOT NULL, 
	language VARCHAR(35) NOT NULL, 
	text TEXT NOT NULL, 
	status VARCHAR(20) NOT NULL, 
	note TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_terms PRIMARY KEY (id), 
	CONSTRAINT ck_terms_status CHECK (status IN ('preferred', 'admitted', 'forbidden')), 
	CONSTRAINT fk_terms_concept_id_concepts FOREIGN KEY(concept_id) REFERENCES concepts (id) ON DELETE CASCADE
);
INSERT INTO "terms" VALUES(1,1,'zh','保存','admitted','');
INSERT INTO "terms" VALUES(2,1,'en','save','preferred','verb');
CREATE TABLE tokens (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	scope VARCHAR(20) NOT NULL, 
	created_at BIGINT NOT NULL, 
	revoked_at BIGINT, 
	CONSTRAINT pk_tokens PRIMARY KEY (id), 
	CONSTRAINT fk_tokens_person_id_people FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT uq_tokens_secret UNIQUE (secret)
);
INSERT INTO "tokens" VALUES(1,2,'nightly','348a7619a0d79661790a30a4c815a4c56c3658ef79a70d43afa3795ddedea79b','read',1795027405,NULL);
CREATE TABLE versions (
	id INTEGER NOT NULL, 
	segment_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	target TEXT NOT NULL, 
	status VARCHAR(20) NOT NULL, 
	origin VARCHAR(20) NOT NULL, 
	detail TEXT DEFAULT '' NOT NULL, 
	made_by TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	CONSTRAINT pk_versions PRIMARY KEY (id), 
	CONSTRAINT fk_versions_segment_id_segments FOREIGN KEY(segment_id) REFERENCES segments (id) ON DELETE CASCADE, 
	CONSTRAINT uq_versions_segment_id_number UNIQUE (segment_id, number)
);
INSERT INTO "versions" VALUES(1,2,1,'Press ⟦1⟧Save⟦/1⟧.','edited','typed','','ann',1795027404);
INSERT INTO "versions" VALUES(2,2,2,'Click ⟦1⟧Save⟦/1⟧.','confirmed','typed','','ann',1795027404);
INSERT INTO "versions" VALUES(3,4,1,'Click ⟦1⟧Save⟦/1⟧.','draft','propagated','{"segment": 2, "number": 2}','ann',1795027404);
INSERT INTO "versions" VALUES(4,1,1,'Guide','confirmed','typed','','ann',1795027404);
INSERT INTO "versions" VALUES(5,1,2,'Guide','approved','typed','','ann',1795027404);
CREATE INDEX ix_audit_subject_at ON audit (subject, at);
CREATE INDEX ix_concepts_termbase_id ON concepts (termbase_id);
CREATE INDEX ix_imports_memory_id ON imports (memory_id);
CREATE INDEX ix_entries_revision ON entries (memory_id, revision) WHERE revision IS NOT NULL;
CREATE INDEX ix_entries_memory ON entries (memory_id, id);
CREATE INDEX ix_entries_source ON entries (memory_id, source_key);
CREATE INDEX ix_terms_concept_id ON terms (concept_id);
CREATE INDEX ix_occurrences_entry_id ON occurrences (entry_id);
CREATE INDEX ix_people_organisation_id ON people (organisation_id);
CREATE INDEX ix_projects_organisation ON projects (organisation_id, changed_at);
CREATE INDEX ix_documents_project_id ON documents (project_id);
CREATE INDEX ix_jobs_project_id ON jobs (project_id);
CREATE INDEX ix_jobs_state ON jobs (state, id);
CREATE INDEX ix_project_memories_memory_id ON project_memories (memory_id);
CREATE INDEX ix_project_termbases_termbase_id ON project_termbases (termbase_id);
CREATE INDEX ix_segments_document ON segments (document_id, number);
CREATE INDEX ix_segments_progress ON segments (document_id, status, words) WHERE removed_at IS NULL;
CREATE INDEX ix_segments_source ON segments (source_key);
CREATE INDEX ix_comments_segment_id ON comments (segment_id);
CREATE INDEX ix_effort_project ON effort (project_id, at_ms);
CREATE INDEX ix_sign_ins_person_id ON sign_ins (person_id);
CREATE INDEX ix_tokens_person_id ON tokens (person_id);
CREATE INDEX ix_project_roles_person_id ON project_roles (person_id);
CREATE INDEX ix_places_document_id ON places (document_id);
COMMIT;
